/* The steps of steps.txt in C. Usage: scenario-c PLACE FILE: the port of a simulated camera, or the address of a server
 * from its // on, and the file for a picture. */
#include <hotshoe/hotshoe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WITHIN HOTSHOE_SECONDS(60)
#define OK(call)                                                                    \
    do {                                                                            \
        const hotshoe_status status_ = (call);                                      \
        if (status_ != HOTSHOE_OK) {                                                \
            fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status_); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

static const hotshoe_queue any = {0};
static const hotshoe_time_source real_time = {0};

/* Prints the code of an error, and frees it. */
static void show(const char *step, hotshoe_error *error) {
    hotshoe_camera_error failure;
    hotshoe_camera_error_code code;
    if (hotshoe_camera_error_from_error(error, &failure) != HOTSHOE_OK) {
        printf("%s: %s\n", step, error ? hotshoe_error_message(error) : "no error");
    } else {
        OK(hotshoe_camera_error_get_code(failure, &code));
        printf("%s: error %d\n", step, (int)code);
        hotshoe_camera_error_release(failure);
    }
    hotshoe_error_free(error);
}

static hotshoe_camera_simulator make_simulator(const hotshoe_camera_simulator_authentication *authentication, const hotshoe_simulated_fault *fault) {
    hotshoe_camera_simulator_configuration configuration;
    hotshoe_camera_simulator simulator;
    OK(hotshoe_camera_simulator_configuration_make(&configuration));
    if (authentication) OK(hotshoe_camera_simulator_configuration_set_authentication(configuration, authentication));
    if (fault) {
        hotshoe_simulated_fault copy = *fault;
        OK(hotshoe_camera_simulator_configuration_set_faults(configuration, (hotshoe_simulated_fault_array){&copy, 1}));
    }
    OK(hotshoe_camera_simulator_create(configuration, real_time, &simulator));
    hotshoe_camera_simulator_configuration_release(configuration);
    return simulator;
}

static void connect_to(hotshoe_camera camera) {
    hotshoe_connection_warning_array warnings;
    OK(hotshoe_camera_connect_wait(camera, NULL, any, NULL, NULL, NULL, WITHIN, &warnings, NULL));
    hotshoe_connection_warning_array_free(&warnings);
}

/* ---- Authentication ---- */

typedef struct Answer {
    const hotshoe_authentication_request_response *response; /* null: none */
    bool cancels;
    int count;
} Answer;

static void answer(hotshoe_authentication_request request, void *context) {
    Answer *answer = context;
    answer->count++;
    if (answer->response) OK(hotshoe_authentication_request_respond(request, answer->response));
    if (answer->cancels) OK(hotshoe_authentication_request_cancel(request));
}

static void authenticate(void) {
    const hotshoe_string user = hotshoe_text("user"), secret = hotshoe_text("secret"), code = hotshoe_text("1234");
    const hotshoe_camera_simulator_authentication kinds[] = {
        hotshoe_camera_simulator_authentication_make_none(),
        hotshoe_camera_simulator_authentication_make_confirm_on_camera(0),
        hotshoe_camera_simulator_authentication_make_credentials(user, secret),
        hotshoe_camera_simulator_authentication_make_numeric_code(code),
        hotshoe_camera_simulator_authentication_make_join_network(user, secret),
    };
    const hotshoe_authentication_request_response credentials = hotshoe_authentication_request_response_make_credentials(user, secret);
    const hotshoe_authentication_request_response number = hotshoe_authentication_request_response_make_numeric_code(code);
    const hotshoe_authentication_request_response joined = hotshoe_authentication_request_response_make_joined_network();
    const hotshoe_authentication_request_response *responses[] = {NULL, NULL, &credentials, &number, &joined};
    for (int index = 0; index <= 5; index++) {
        /* The last time, the program cancels the request. */
        const bool cancels = index == 5;
        Answer context = {cancels ? NULL : responses[index], cancels, 0};
        hotshoe_camera_simulator simulator = make_simulator(&kinds[cancels ? 3 : index], NULL);
        hotshoe_camera camera;
        hotshoe_connection_warning_array warnings;
        hotshoe_error *error = NULL;
        OK(hotshoe_camera_simulator_make_camera(simulator, &camera));
        const hotshoe_status status = hotshoe_camera_connect_wait(camera, NULL, any, answer, &context, NULL, WITHIN, &warnings, &error);
        if (cancels) {
            show("cancelled authentication", error);
        } else {
            printf("authentication %d: %d requests, %s\n", index, context.count, status ? hotshoe_error_message(error) : "connected");
            hotshoe_error_free(error);
        }
        if (!status) hotshoe_connection_warning_array_free(&warnings);
        OK(hotshoe_camera_disconnect_wait(camera, NULL, WITHIN, NULL));
        hotshoe_camera_release(camera);
        hotshoe_camera_simulator_release(simulator);
    }
}

/* ---- Failures ---- */

static void fail(void) {
    for (int code = 0; code <= HOTSHOE_CAMERA_ERROR_CODE_TIME_PASSED; code++) {
        const hotshoe_simulated_fault fault = {
            hotshoe_simulated_fault_kind_make_fail((hotshoe_camera_error_code)code),
            hotshoe_simulated_fault_trigger_make_during(HOTSHOE_CAMERA_OPERATION_SHOOT), 1};
        hotshoe_camera_simulator simulator = make_simulator(NULL, &fault);
        hotshoe_camera camera;
        hotshoe_shot shot;
        hotshoe_error *error = NULL;
        char step[20];
        OK(hotshoe_camera_simulator_make_camera(simulator, &camera));
        connect_to(camera);
        if (hotshoe_camera_shoot_wait(camera, NULL, WITHIN, &shot, &error) == HOTSHOE_OK) hotshoe_shot_release(shot);
        snprintf(step, sizeof step, "fault %d", code);
        show(step, error);
        OK(hotshoe_camera_disconnect_wait(camera, NULL, WITHIN, NULL));
        hotshoe_camera_release(camera);
        hotshoe_camera_simulator_release(simulator);
    }
}

static void cancel(void) {
    hotshoe_camera_discovery discovery;
    hotshoe_operation operation;
    hotshoe_camera camera;
    hotshoe_error *error = NULL;
    OK(hotshoe_camera_discovery_create_with_providers(hotshoe_text("scenario"), (hotshoe_camera_provider_array){NULL, 0}, real_time, &discovery));
    OK(hotshoe_camera_discovery_first(discovery, WITHIN, NULL, NULL, NULL, &operation));
    OK(hotshoe_operation_cancel(operation));
    OK(hotshoe_operation_wait(operation, WITHIN));
    if (hotshoe_camera_discovery_first_result(operation, &camera, &error) == HOTSHOE_OK) hotshoe_camera_release(camera);
    show("cancelled call", error);
    hotshoe_operation_release(operation);
    hotshoe_camera_discovery_release(discovery);
}

static void unplug(void) {
    hotshoe_camera_simulator simulator = make_simulator(NULL, NULL);
    hotshoe_camera camera;
    hotshoe_connection_state_stream states;
    hotshoe_connection_state state;
    hotshoe_shot shot;
    hotshoe_error *error = NULL;
    OK(hotshoe_camera_simulator_make_camera(simulator, &camera));
    connect_to(camera);
    OK(hotshoe_camera_get_connection_states(camera, &states));
    OK(hotshoe_camera_simulator_unplug(simulator));
    do OK(hotshoe_connection_state_stream_next(states, WITHIN, &state, NULL));
    while (state.kind != HOTSHOE_CONNECTION_STATE_NOT_CONNECTED);
    printf("unplugged: not connected\n");
    if (hotshoe_camera_shoot_wait(camera, NULL, WITHIN, &shot, &error) == HOTSHOE_OK) hotshoe_shot_release(shot);
    show("after that", error);
    hotshoe_connection_state_stream_release(states);
    hotshoe_camera_release(camera);
    hotshoe_camera_simulator_release(simulator);
}

/* ---- Over the network ---- */

/* The provider of cameras at ports, or of those of servers. */
static hotshoe_camera_provider make_provider(bool is_served) {
    hotshoe_network_camera_provider network;
    hotshoe_remote_camera_provider remote;
    hotshoe_camera_provider provider;
    if (is_served) {
        OK(hotshoe_remote_camera_provider_create((hotshoe_string_array){NULL, 0}, hotshoe_text(NULL), &remote));
        OK(hotshoe_remote_camera_provider_as_camera_provider(remote, &provider));
        hotshoe_remote_camera_provider_release(remote);
    } else {
        OK(hotshoe_network_camera_provider_create(hotshoe_text("scenario"), &network));
        OK(hotshoe_network_camera_provider_as_camera_provider(network, &provider));
        hotshoe_network_camera_provider_release(network);
    }
    return provider;
}

static hotshoe_camera find(const char *place) {
    const bool is_served = place[0] == '/';
    hotshoe_camera_discovery discovery;
    hotshoe_camera camera;
    const hotshoe_camera_address address =
        is_served ? hotshoe_camera_address_make_provider(hotshoe_text("http"), hotshoe_text(place))
                  : hotshoe_camera_address_make_network(hotshoe_text("127.0.0.1"), (hotshoe_optional_uint16){true, (uint16_t)atoi(place)});
    hotshoe_camera_provider provider = make_provider(is_served);
    OK(hotshoe_camera_discovery_create_with_providers(hotshoe_text("scenario"), (hotshoe_camera_provider_array){&provider, 1}, real_time, &discovery));
    OK(hotshoe_camera_discovery_camera_at_wait(discovery, &address, WITHIN, &camera, NULL));
    hotshoe_camera_discovery_release(discovery);
    hotshoe_camera_provider_release(provider);
    return camera;
}

static void stream(hotshoe_camera camera) {
    hotshoe_live_view_stream frames;
    int count = 0;
    OK(hotshoe_camera_live_view(camera, NULL, &frames));
    for (int index = 0; index < 1000; index++) {
        hotshoe_live_view_frame frame;
        hotshoe_bytes bytes;
        OK(hotshoe_live_view_stream_next(frames, WITHIN, &frame, NULL));
        OK(hotshoe_live_view_frame_get_bytes(frame, &bytes));
        if (bytes.size > 2 && bytes.data[0] == 0xff && bytes.data[1] == 0xd8) count++;
        hotshoe_live_view_frame_release(frame);
    }
    hotshoe_live_view_stream_release(frames);
    printf("%d frames\n", count);
}

static void set(hotshoe_camera camera) {
    const hotshoe_property_completion reflected = hotshoe_property_completion_make_reflected(WITHIN);
    hotshoe_exposure_mode_property mode;
    hotshoe_aperture_property aperture;
    hotshoe_aperture_stream values;
    hotshoe_property property;
    hotshoe_aperture f8, value;
    hotshoe_string text = {NULL, 0};
    hotshoe_error *error = NULL;
    OK(hotshoe_camera_get_exposure_mode(camera, &mode));
    OK(hotshoe_exposure_mode_property_set_wait(mode, HOTSHOE_EXPOSURE_MODE_APERTURE_PRIORITY, &reflected, WITHIN, NULL));
    OK(hotshoe_camera_get_aperture(camera, &aperture));
    OK(hotshoe_aperture_property_get_values(aperture, &values));
    OK(hotshoe_aperture_f8(&f8));
    OK(hotshoe_aperture_property_set_wait(aperture, f8, &reflected, WITHIN, NULL));
    for (bool is_f8 = false; !is_f8;) {
        OK(hotshoe_aperture_stream_next(values, WITHIN, &value, NULL));
        OK(hotshoe_aperture_equal(value, f8, &is_f8));
        if (is_f8) OK(hotshoe_aperture_description(value, &text));
        hotshoe_aperture_release(value);
    }
    printf("observed: %s\n", text.data);
    hotshoe_string_free(&text);
    stream(camera);
    OK(hotshoe_aperture_property_get_value(aperture, &value));
    OK(hotshoe_aperture_description(value, &text));
    printf("set: %s\n", text.data);
    hotshoe_string_free(&text);
    OK(hotshoe_camera_property(camera, hotshoe_property_identifier_make_aperture(), &property));
    (void)hotshoe_property_set_text_wait(property, hotshoe_text("f/3"), &reflected, WITHIN, &error);
    show("invalid value", error);
    hotshoe_property_release(property);
    hotshoe_aperture_release(value);
    hotshoe_aperture_release(f8);
    hotshoe_aperture_stream_release(values);
    hotshoe_aperture_property_release(aperture);
    hotshoe_exposure_mode_property_release(mode);
}

/* Whether a file has the same bytes. */
static bool has(const char *path, hotshoe_bytes wanted) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    size_t position = 0;
    for (int byte; (byte = fgetc(file)) != EOF; position++) {
        if (position >= wanted.size || wanted.data[position] != byte) break;
    }
    const bool is_same = feof(file) && position == wanted.size;
    fclose(file);
    return is_same;
}

static void shoot(hotshoe_camera camera, const char *path) {
    hotshoe_shot shot;
    hotshoe_remote_file original;
    hotshoe_bytes data;
    hotshoe_error *error = NULL;
    const bool replacing = true;
    OK(hotshoe_camera_shoot_wait(camera, NULL, WITHIN, &shot, NULL));
    OK(hotshoe_shot_get_original(shot, &original));
    OK(hotshoe_remote_file_contents_wait(original, NULL, any, NULL, NULL, NULL, WITHIN, &data, NULL));
    OK(hotshoe_remote_file_write_to_wait(original, hotshoe_text(path), &replacing, any, NULL, NULL, NULL, WITHIN, NULL));
    const bool is_jpeg = data.size > 2 && data.data[0] == 0xff && data.data[1] == 0xd8;
    printf("picture: %s, %s as its download\n", is_jpeg ? "a JPEG file" : "not a JPEG file", has(path, data) ? "the same" : "not the same");
    hotshoe_bytes_free(&data);
    hotshoe_remote_file_release(original);
    hotshoe_shot_release(shot);
    OK(hotshoe_camera_disconnect_wait(camera, NULL, WITHIN, NULL));
    if (hotshoe_camera_shoot_wait(camera, NULL, WITHIN, &shot, &error) == HOTSHOE_OK) hotshoe_shot_release(shot);
    show("disconnected", error);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    authenticate();
    fail();
    cancel();
    unplug();
    hotshoe_camera camera = find(arguments[1]);
    connect_to(camera);
    printf("over the network: connected\n");
    set(camera);
    shoot(camera, arguments[2]);
    hotshoe_camera_release(camera);
    OK(hotshoe_debug_wait_for_live_handles(0, WITHIN));
    return 0;
}
