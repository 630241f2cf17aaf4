import BindingGenerator

/// The part of a misuse program that calls the runtime's own functions, and its `main`.
enum MisuseRuntimeText {
    static func completion(_ prefix: String) -> String { completionTemplate.replacing("@", with: prefix) }

    private static let completionTemplate = #"""

        /* Begins a call and catches the completion that its callback is given. */
        static uint64_t catch_completion(uint64_t (*start)(void)) {
            uint64_t operation = start(), bits = 0;
            int patience;
            if (!operation) return 0;
            for (patience = 0; patience < 200 && !bits; patience++) {
                bits = __atomic_exchange_n(&stash, 0, __ATOMIC_SEQ_CST);
                if (!bits) usleep(100 * (patience < 50 ? 1 : 50));
            }
            release_bits(TYPE_operation, operation);
            return bits;
        }
        """#

    static func operations(_ prefix: String) -> String { operationsTemplate.replacing("@", with: prefix) }

    private static let operationsTemplate = #"""

        static uint64_t wrong_operations[2];
        static int wrong_kinds[2] = { -1, -1 };

        /* An operation that gives something else than this kind; 0 if there is none. */
        static uint64_t wrong_operation(int kind, int index) {
            const struct starter *starter;
            int each;
            for (each = 0; each < 2; each++) {
                if (wrong_operations[each]) continue;
                for (starter = starters; starter->start && !wrong_operations[each]; starter++) {
                    if (starter->kind == wrong_kinds[!each]) continue;
                    if ((wrong_operations[each] = starter->start())) wrong_kinds[each] = starter->kind;
                }
            }
            if (wrong_kinds[index] != kind) return wrong_operations[index];
            return wrong_kinds[!index] != kind ? wrong_operations[!index] : 0;
        }

        /* Leaves an operation in one way or another. */
        static void settle(@_operation operation) {
            if (position < 0) {
                switch (which % 3) {
                case 0: @_operation_wait(operation, 100000000); break;
                case 1: @_operation_cancel(operation); @_operation_wait(operation, 100000000); break;
                default: break;
                }
            }
            release_bits(TYPE_operation, operation.bits);
        }
        """#

    static func race(_ prefix: String) -> String { raceTemplate.replacing("@", with: prefix) }

    private static let raceTemplate = #"""

        /* ---- Objects that are let go while others use them ---- */

        struct race {
            uint64_t bits;
            bool is_over;
            int (*poke)(uint64_t bits);
            long answered, refused;
        };

        static void *poke_on(void *pointer) {
            struct race *race = pointer;
            while (!__atomic_load_n(&race->is_over, __ATOMIC_ACQUIRE)) {
                uint64_t bits = __atomic_load_n(&race->bits, __ATOMIC_ACQUIRE);
                int status;
                if (!bits) continue;
                status = race->poke(bits);
                if (status == -3) race->refused++;
                else __atomic_add_fetch(&race->answered, 1, __ATOMIC_RELAXED);
            }
            return NULL;
        }

        static void race(const char *name, int type, int (*poke)(uint64_t bits), long rounds) {
            struct race race = { 0, false, poke, 0, 0 };
            pthread_t thread;
            long round;
            begin(name);
            if (!live(type)) { printf("no race for %s: no instance\n", name); return; }
            if (pthread_create(&thread, NULL, poke_on, &race) != 0) { surprise("no thread", 0); return; }
            for (round = 0; round < rounds; round++) {
                uint64_t bits = obtain(type);
                if (round % 1024 == 0) alarm(300);
                if (!bits) { surprise("no instance", (int)round); break; }
                __atomic_store_n(&race.bits, bits, __ATOMIC_RELEASE);
                /* Sometimes at once, sometimes when the other is sure to be at it. */
                if (round % 4 == 0) { long answered = __atomic_load_n(&race.answered, __ATOMIC_RELAXED); int turns = 0; while (__atomic_load_n(&race.answered, __ATOMIC_RELAXED) == answered && turns++ < 200) {} }
                if (release_bits(type, bits) != 0) surprise("it cannot be released", (int)round);
            }
            __atomic_store_n(&race.is_over, true, __ATOMIC_RELEASE);
            pthread_join(thread, NULL);
            if (getenv("MISUSE_VERBOSE")) printf("race of %s: %ld rounds, %ld calls answered, %ld refused\n", name, round, race.answered, race.refused);
            end();
        }
        """#

    static let template = #"""

        /* ---- The runtime's own functions ---- */

        #define TRY(name, call, expected) do { \
                begin(name); \
                check(call, is_over ? GONE : expected); \
                end(); \
            } while (0)

        static uint64_t stale_or_forged(int type, int index) {
            uint64_t bits = 0;
            int left = index;
            return spoil_handle(type, &bits, &left, false) ? bits : UINT64_C(42);
        }

        static void never(@_operation operation, void *context) { (void)operation; (void)context; }

        static void test_runtime_handles(void) {
            int index;
            for (index = 0; index < 9; index++) {
                @_operation operation;
                @_queue queue;
                @_subscription subscription;
                @_completion completion;
                int number;
                bool flag;
                size_t count;
                which = index;
                operation.bits = stale_or_forged(TYPE_operation, index);
                queue.bits = stale_or_forged(TYPE_queue, index);
                subscription.bits = stale_or_forged(TYPE_subscription, index);
                completion.bits = stale_or_forged(TYPE_completion, index);
                TRY("@_operation_is_done", @_operation_is_done(operation, &flag), REFUSED);
                TRY("@_operation_wait", @_operation_wait(operation, -1), REFUSED);
                TRY("@_operation_cancel", @_operation_cancel(operation), REFUSED);
                TRY("@_operation_descriptor", @_operation_descriptor(operation, &number), REFUSED);
                TRY("@_operation_on_done", @_operation_on_done(operation, queue, never, new_context(), release_context), REFUSED);
                TRY("@_operation_retain", @_operation_retain(operation), REFUSED);
                TRY("@_queue_descriptor", @_queue_descriptor(queue, &number), REFUSED);
                TRY("@_queue_run_pending", @_queue_run_pending(queue, &count), REFUSED);
                TRY("@_queue_retain", @_queue_retain(queue), REFUSED);
                if (!is_over || index > 0) TRY("@_subscription_cancel", @_subscription_cancel(subscription), index == 0 ? FINE : REFUSED);
                TRY("@_subscription_retain", @_subscription_retain(subscription), REFUSED);
                TRY("@_completion_is_cancelled", @_completion_is_cancelled(completion, &flag), REFUSED);
                TRY("@_completion_on_cancel", @_completion_on_cancel(completion, release_context, new_context(), release_context), REFUSED);
                TRY("@_completion_retain", @_completion_retain(completion), REFUSED);
                TRY("@_completion_fail", @_completion_fail(completion, @_error_create(-1, @_text("no"))), REFUSED);
                TRY("@_completion_fail", @_completion_fail(completion, NULL), REFUSED);
                TRY("@_completion_succeed", @_completion_succeed(completion), REFUSED);
                if (is_over) return;
                TRY("@_operation_release", @_operation_release(operation), index == 0 ? FINE : REFUSED);
                TRY("@_queue_release", @_queue_release(queue), index == 0 ? FINE : REFUSED);
                TRY("@_subscription_release", @_subscription_release(subscription), index == 0 ? FINE : REFUSED);
                TRY("@_completion_release", @_completion_release(completion), index == 0 ? FINE : REFUSED);
            }
        }

        static void test_runtime_queues(void) {
            @_queue queue, main_queue;
            int number;
            if (!is_over) {
                TRY("@_queue_create", @_queue_create(NULL), REFUSED);
                TRY("@_queue_main", @_queue_main(NULL), REFUSED);
            }
            begin("@_queue_create");
            check(@_queue_create(&queue), is_over ? GONE : FINE);
            end();
            begin("@_queue_main");
            check(@_queue_main(&main_queue), is_over ? GONE : FINE);
            end();
            if (is_over) return;
            TRY("@_queue_descriptor", @_queue_descriptor(queue, NULL), REFUSED);
            TRY("@_queue_descriptor", @_queue_descriptor(queue, &number), FINE);
            TRY("@_queue_run_pending", @_queue_run_pending(queue, NULL), FINE);
            if (@_queue_run_pending(main_queue, NULL) != @@_ERROR_WRONG_THREAD) surprise("the main queue runs on another thread", 0);
            TRY("@_queue_retain", @_queue_retain(queue), FINE);
            TRY("@_queue_release", @_queue_release(queue), FINE);
            TRY("@_queue_release", @_queue_release(queue), FINE);
            TRY("@_queue_release", @_queue_release(queue), REFUSED);
            TRY("@_queue_release", @_queue_release(main_queue), FINE);
        }

        static int causes;

        static void release_cause(void *context) { causes += *(const int *)context; }
        static void release_other(void *context) { (void)context; }

        static void test_runtime_causes(void) {
            int one = 1;
            int found;
            bool is_kept = true;
            @_error *error;
            @_queue queue;
            begin("@_error_create_with_cause");
            if (@_error_create_with_cause(-1, @_text(NULL), &one, release_cause)) surprise("an error without a text", 0);
            if (causes != 1) surprise("the cause of no error was not released", 0);
            @_error_free(@_error_create_with_cause(-1, @_text("x"), NULL, NULL));
            error = @_error_create_with_cause(INT32_MAX, @_text("x"), &one, release_cause);
            if (causes != 1) surprise("a cause was released early", 0);
            end();
            begin("@_error_cause");
            found = @_error_cause(error, release_cause) == &one;
            if (!found) surprise("no cause", 0);
            if (@_error_cause(error, release_other)) surprise("a cause of another program", 0);
            if (@_error_cause(error, NULL) || @_error_cause(NULL, release_cause)) surprise("a cause of nothing", 0);
            @_error_free(error);
            if (causes != 2) surprise("a cause was not released", 0);
            end();
            begin("@_implementation");
            if (@_implementation(0, release_cause, &is_kept) || is_kept) surprise("an implementation of null", 0);
            if (@_implementation(UINT64_MAX, release_cause, NULL)) surprise("an implementation of a forged handle", 0);
            if (!is_over && @_queue_create(&queue) == @@_OK) {
                if (@_implementation(queue.bits, release_cause, &is_kept)) surprise("an implementation of a queue", 0);
                @_queue_release(queue);
                if (@_implementation(queue.bits, release_cause, NULL)) surprise("an implementation of a released handle", 0);
            }
            end();
        }

        static void test_runtime_plain(void) {
            @_string string;
            @_bytes bytes;
            @_error *error;
            int number;
            begin("@_status_text");
            for (number = -20; number < 20; number++) {
                if (!@_status_text(number)) surprise("no text", number);
            }
            @_status_text(INT32_MIN);
            @_status_text(INT32_MAX);
            end();
            begin("@_string_copy");
            string.data = NULL;
            string.size = SIZE_MAX;
            string = @_string_copy(string);
            string.data = "a";
            string.size = SIZE_MAX;
            if (@_string_copy(string).data) surprise("a text without end was copied", 0);
            end();
            begin("@_string_free");
            @_string_free(NULL);
            string = @_string_copy(@_text("a"));
            @_string_free(&string);
            @_string_free(&string);
            end();
            begin("@_bytes_copy");
            bytes.data = NULL;
            bytes.size = 1;
            if (@_bytes_copy(bytes).data) surprise("bytes at null were copied", 0);
            bytes.data = (const uint8_t *)"a";
            bytes.size = SIZE_MAX;
            if (@_bytes_copy(bytes).data) surprise("bytes without end were copied", 0);
            end();
            begin("@_bytes_free");
            @_bytes_free(NULL);
            bytes.size = 1;
            bytes = @_bytes_copy(bytes);
            @_bytes_free(&bytes);
            @_bytes_free(&bytes);
            end();
            begin("@_error_create");
            string.data = "\xff";
            string.size = 1;
            if (@_error_create(-1, string)) surprise("an error with a text that is not UTF-8", 0);
            if (@_error_create(-1, @_text(NULL))) surprise("an error without a text", 0);
            error = @_error_create(INT32_MIN, @_text("x"));
            end();
            begin("@_error_message");
            if (@_error_message(NULL)[0] || @_error_message(error)[0] != 'x') surprise("a message", 0);
            end();
            begin("@_error_type");
            if (@_error_type(NULL)[0] || !@_error_type(error)[0]) surprise("a type", 0);
            end();
            begin("@_error_status");
            if (@_error_status(NULL) != 0 || @_error_status(error) != INT32_MIN) surprise("a status", 0);
            end();
            begin("@_error_copy");
            if (@_error_copy(NULL)) surprise("a copy of none", 0);
            {
                @_error *copy = @_error_copy(error);
                if (@_error_message(copy)[0] != 'x') surprise("a copy without its message", 0);
                @_error_free(copy);
            }
            end();
            begin("@_error_free");
            @_error_free(NULL);
            @_error_free(error);
            end();
            causes = 0;
            test_runtime_causes();
            begin("@_abi_version");
            if (@_abi_version() != @@_ABI_VERSION) surprise("another version", 0);
            end();
            begin("@_abi_fingerprint");
            if (!@_abi_matches()) surprise("another fingerprint", 0);
            end();
            begin("@_debug_live_handles");
            @_debug_live_handles();
            end();
            begin("@_debug_wait_for_live_handles");
            if (@_debug_wait_for_live_handles(UINT64_MAX, 0) != @@_OK) surprise("more objects than there are numbers", 0);
            @_debug_wait_for_live_handles(0, 0);
            end();
        }
        """#

    static let mainTemplate = #"""

        /* ---- The program ---- */

        static const char *only, *started_as;
        static bool lists_missing;

        static void begin(const char *name) {
            int index;
            current = name;
            position = -1;
            alarm(300);
            for (index = 0; index < FUNCTIONS; index++) {
                if (strcmp(functions[index].name, name) == 0) { now = &functions[index]; now->calls++; return; }
            }
            surprise("a function that the header does not declare", 0);
        }

        static void end(void) {}

        static int list_missing(bool prints) {
            int index, count = 0;
            for (index = 0; index < FUNCTIONS; index++) {
                if (!functions[index].lacks) continue;
                count++;
                if (prints) printf("no instance for %s\n", functions[index].name);
            }
            return count;
        }

        static void crash(int number) {
            char line[400];
            int size = snprintf(line, sizeof line, "SURPRISE %s, argument %d, misuse %d, mode %d: %s\n", current, position, which, mode,
                number == SIGALRM ? "it hangs" : "it crashes");
            if (write(1, line, (size_t)size) < 0) _exit(4);
            _exit(3);
        }

        static bool is_wanted(const char *name) { return !only || strcmp(only, name) == 0; }

        static void test_everything(void) {
            size_t index;
            bool alone = only != NULL;
            for (index = 0; index < sizeof tests / sizeof *tests; index++) {
                if (is_wanted(tests[index].name)) tests[index].test();
            }
            if (!alone || strcmp(only, "the runtime") == 0) {
                test_runtime_plain();
                test_runtime_handles();
                test_runtime_queues();
                test_runtime_operations();
                test_made_operations();
                test_freeing();
            }
        }

        static bool is_done;

        static void *work(void *rounds) {
            int type, missing = 0, index, covered = 0;
            makes_objects = true;
            test_everything();
            if (!only || strcmp(only, "races") == 0) race_everything(*(long *)rounds);
            __atomic_store_n(&mode, PROPER, __ATOMIC_SEQ_CST);
            if (!only) for (type = 0; type < TYPES; type++) live(type);
            wait_ms(100); /* for what the main thread has still to run */
            begin("@_shutdown");
            @_shutdown();
            end();
            __atomic_store_n(&is_over, true, __ATOMIC_SEQ_CST);
            position = which = -1;
            test_everything();
            for (type = 0; type < TYPES; type++) {
                uint64_t bits = __atomic_exchange_n(&live_bits[type], 0, __ATOMIC_SEQ_CST);
                if (!bits && !only && !prefers_foreign) {
                    if (missing++ == 0) printf("no instance of:");
                    printf(" %s", type_names[type]);
                }
                if (bits && release_bits(type, bits) != 0) surprise("a release after the end", 0);
            }
            if (missing) printf("\n");
            let_go(TYPE_completion, __atomic_exchange_n(&stash, 0, __ATOMIC_SEQ_CST));
            for (index = 0; index < 2; index++) let_go(TYPE_operation, wrong_operations[index]);
            for (type = 0; type < TYPES; type++) let_go(type, __atomic_exchange_n(&lent_bits[type], 0, __ATOMIC_SEQ_CST));
            current = "at the end";
            check_contexts();
            if (@_debug_wait_for_live_handles(0, @@_SECONDS(60)) != @@_OK) current = only ? only : "everything", surprise("objects are left", (int)@_debug_live_handles());
            for (index = 0; index < FUNCTIONS; index++) {
                if (functions[index].calls) covered++;
                else if (!only) { current = functions[index].name; surprise("never called", 0); }
            }
            if (!only) {
                missing = list_missing(lists_missing);
                printf("@: %d of %d functions covered, %ld calls, %d functions without an instance, %ld surprises\n", covered, FUNCTIONS, calls, missing,
                    surprises);
            }
            fflush(stdout);
            __atomic_store_n(&is_done, true, __ATOMIC_SEQ_CST);
            return NULL;
        }

        /* Runs one function in a process of its own. */
        static int run_alone(const char *name) {
            int status = 0;
            pid_t child = fork();
            if (child == 0) {
                execl("/proc/self/exe", started_as, "--only", name, (char *)NULL);
                _exit(127);
            }
            waitpid(child, &status, 0);
            return status;
        }

        static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
            (void)status;
            (void)kind;
            (void)place;
            return remove(path);
        }

        int main(int count, char **words) {
            static char folder[] = "/tmp/@-misuse-XXXXXX";
            static long rounds = 100000;
            struct sigaction action;
            pthread_t thread;
            @_queue main_queue;
            int index, number;
            started_as = words[0];
            for (index = 1; index < count; index++) {
                if (strcmp(words[index], "--only") == 0 && index + 1 < count) only = words[++index];
                else if (strcmp(words[index], "--rounds") == 0 && index + 1 < count) rounds = atol(words[++index]);
                else if (strcmp(words[index], "--missing") == 0) lists_missing = true;
                else if (strcmp(words[index], "--each") == 0) {
                    size_t each;
                    int failures = 0;
                    for (each = 0; each < sizeof tests / sizeof *tests; each++) failures += run_alone(tests[each].name) != 0;
                    failures += run_alone("the runtime") != 0;
                    printf("@: %d of %d functions fail\n", failures, (int)(sizeof tests / sizeof *tests));
                    return failures != 0;
                } else return 2;
            }
            setvbuf(stdout, NULL, _IOLBF, 0);
            /* What the library reads and writes by name, it reads and writes here. */
            if (!mkdtemp(folder) || chdir(folder) != 0 || setenv("HOME", folder, 1) != 0) return 2;
            memset(&action, 0, sizeof action);
            action.sa_handler = crash;
            sigaction(SIGALRM, &action, NULL);
        #if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
            sigaction(SIGSEGV, &action, NULL);
            sigaction(SIGBUS, &action, NULL);
            sigaction(SIGFPE, &action, NULL);
        #endif
            sigaction(SIGILL, &action, NULL);
            sigaction(SIGTRAP, &action, NULL);
            sigaction(SIGABRT, &action, NULL);
            signal(SIGPIPE, SIG_IGN);
            if (@_queue_main(&main_queue) != 0 || @_queue_descriptor(main_queue, &number) != 0) return 2;
            if (pthread_create(&thread, NULL, work, &rounds) != 0) return 2;
            while (!__atomic_load_n(&is_done, __ATOMIC_SEQ_CST)) {
                struct pollfd waiting = { number, POLLIN, 0 };
                poll(&waiting, 1, 20);
                @_queue_run_pending(main_queue, NULL);
                if (__atomic_load_n(&is_over, __ATOMIC_SEQ_CST)) @_queue_release(main_queue);
            }
            pthread_join(thread, NULL);
            if (chdir("/") != 0 || nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0) printf("%s is left\n", folder);
            return surprises != 0;
        }
        """#
}
