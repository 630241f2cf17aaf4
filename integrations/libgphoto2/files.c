#include "files.h"

#include "changes.h"
#include "dates.h"
#include "download.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Types of files ------------------------------------------------------------------------------------------------- */

static const struct {
    const char *extension, *type;
} types[] = {
    {"jpg", GP_MIME_JPEG}, {"jpeg", GP_MIME_JPEG}, {"heic", "image/heic"}, {"heif", "image/heif"}, {"hif", "image/heif"}, {"tif", GP_MIME_TIFF},
    {"png", GP_MIME_PNG}, {"cr2", "image/x-canon-cr2"}, {"cr3", "image/x-canon-cr3"}, {"crw", GP_MIME_CRW}, {"nef", "image/x-nikon-nef"},
    {"nrw", "image/x-nikon-nrw"}, {"arw", "image/x-sony-arw"}, {"raf", "image/x-fuji-raf"}, {"rw2", "image/x-panasonic-rw2"},
    {"orf", "image/x-olympus-orf"}, {"pef", "image/x-pentax-pef"}, {"dng", "image/x-adobe-dng"}, {"mov", GP_MIME_QUICKTIME},
    {"mp4", "video/mp4"}, {"avi", GP_MIME_AVI}, {"mts", "video/mp2t"}, {"wav", GP_MIME_WAV}, {"mp3", GP_MIME_MP3}, {"txt", "text/plain"},
};

static const char *type_of(const char *name) {
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++)
        if (strcasecmp(dot + 1, types[i].extension) == 0) return types[i].type;
    return GP_MIME_UNKNOWN;
}

static bool is_raw(const char *type) { return strncmp(type, "image/x-", 8) == 0; }

/* ---- Listings ------------------------------------------------------------------------------------------------------- */

static bool is_root(const char *folder) { return strcmp(folder, "/") == 0; }

/** Lists a folder for one of libgphoto2's two lists. A list that was requested before is read from the camera again. */
static int list(HsSession *self, const char *path, bool wants_folders, CameraList *names, GPContext *context) {
    HsFolder *folder = NULL;
    int result = hs_folder_find(self, path, context, &folder);
    if (result != GP_OK) return result;
    result = hs_folder_list(self, folder, wants_folders ? folder->is_read_for_folders : folder->is_read_for_files, context);
    for (size_t i = 0; result == GP_OK && i < folder->count; i++) {
        HsEntry *entry = &folder->entries[i];
        if (entry->is_folder != wants_folders) continue;
        result = self->gp.list_append(names, entry->name, NULL);
        entry->is_shown = wants_folders;
    }
    /* A list of files that has failed is empty for libgphoto2, and not requested again: new files have to be added to it. */
    if (!wants_folders || result == GP_OK) *(wants_folders ? &folder->has_shown_folders : &folder->has_shown_files) = true;
    if (result == GP_OK) *(wants_folders ? &folder->is_read_for_folders : &folder->is_read_for_files) = true;
    return result;
}

static int list_files(CameraFilesystem *files, const char *folder, CameraList *names, void *data, GPContext *context) {
    HsSession *self = data;
    int result = GP_OK;
    (void)files;
    if (!is_root(folder)) return list(self, folder, false, names, context);
    for (HsPicture *picture = self->memory.first; picture && result == GP_OK; picture = picture->next)
        result = self->gp.list_append(names, picture->name, NULL);
    return result;
}

static int list_folders(CameraFilesystem *files, const char *folder, CameraList *names, void *data, GPContext *context) {
    HsSession *self = data;
    hotshoe_storage_array storages = {0};
    (void)files;
    if (!is_root(folder)) return list(self, folder, true, names, context);
    int result = hs_result(&self->gp, context, hotshoe_camera_get_storages(self->camera, &storages), NULL);
    for (size_t i = 0; i < storages.count && result == GP_OK; i++) {
        hotshoe_storage_info info = {0};
        char path[32];
        hotshoe_storage_get_info(storages.data[i], &info);
        hs_storage_path(info.identifier.number, path);
        result = self->gp.list_append(names, path + 1, NULL);
        hotshoe_storage_info_free(&info);
    }
    hotshoe_storage_array_free(&storages);
    return result;
}

/* ---- Information ---------------------------------------------------------------------------------------------------- */

/** Loads what the camera reports of a file; `info` is freed by the caller. */
static int load_info(HsSession *self, const HsEntry *entry, GPContext *context, hotshoe_item_info *info) {
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_stored_item loaded = {0};
    int result = hs_result(&self->gp, context, hotshoe_stored_item_get_info(entry->item, info), NULL);
    if (result != GP_OK || info->has_metadata) return result;
    hotshoe_item_info_free(info);
    hotshoe_status status = hotshoe_stored_item_load_metadata(entry->item, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait(&self->gp, operation, context);
        status = hotshoe_stored_item_load_metadata_result(operation, &loaded, &error);
    }
    hotshoe_operation_release(operation);
    if (status == HOTSHOE_OK) status = hotshoe_stored_item_get_info(loaded, info);
    hotshoe_stored_item_release(loaded);
    return hs_result(&self->gp, context, status, error);
}

static void set_type(CameraFileInfo *info, const char *name, time_t created) {
    info->file.fields |= GP_FILE_INFO_TYPE | GP_FILE_INFO_PERMISSIONS;
    snprintf(info->file.type, sizeof info->file.type, "%s", type_of(name));
    info->file.permissions = GP_FILE_PERM_ALL;
    if (created) {
        info->file.fields |= GP_FILE_INFO_MTIME;
        info->file.mtime = created;
    }
}

static int get_info(CameraFilesystem *files, const char *path, const char *name, CameraFileInfo *info, void *data, GPContext *context) {
    HsSession *self = data;
    HsPicture *picture = is_root(path) ? hs_memory_find(&self->memory, name) : NULL;
    HsFolder *folder = NULL;
    HsEntry *entry = NULL;
    hotshoe_item_info item = {0};
    (void)files;
    memset(info, 0, sizeof *info);
    if (picture) {
        set_type(info, name, picture->created);
        info->file.fields |= GP_FILE_INFO_SIZE;
        info->file.size = picture->size;
        return GP_OK;
    }
    int result = hs_file_find(self, path, name, context, &folder, &entry);
    if (result == GP_OK) result = load_info(self, entry, context, &item);
    if (result != GP_OK) return result;
    set_type(info, name, hs_date_seconds(item.created));
    if (item.is_protected) info->file.permissions = GP_FILE_PERM_READ;
    if (item.size.has_value) {
        info->file.fields |= GP_FILE_INFO_SIZE;
        info->file.size = item.size.value;
    }
    if (item.pixel_size.has_value) {
        info->file.fields |= GP_FILE_INFO_WIDTH | GP_FILE_INFO_HEIGHT;
        info->file.width = (uint32_t)item.pixel_size.value.width;
        info->file.height = (uint32_t)item.pixel_size.value.height;
    }
    if (item.kind == HOTSHOE_ITEM_INFO_KIND_IMAGE || item.kind == HOTSHOE_ITEM_INFO_KIND_RAW_IMAGE) {
        info->preview.fields = GP_FILE_INFO_TYPE;
        strcpy(info->preview.type, GP_MIME_JPEG);
    }
    hotshoe_item_info_free(&item);
    return GP_OK;
}

/* ---- Contents ------------------------------------------------------------------------------------------------------- */

struct append {
    const HsHost *gp;
    CameraFile *file;
};

static int append(void *data, const char *bytes, size_t size) {
    struct append *self = data;
    return self->gp->file_append(self->file, bytes, size);
}

static int get_normal(HsSession *self, const HsEntry *entry, CameraFile *file, GPContext *context) {
    hotshoe_remote_file remote = {0};
    struct append sink = {&self->gp, file};
    int result = hs_result(&self->gp, context, hotshoe_stored_item_get_file(entry->item, &remote), NULL);
    if (result == GP_OK) result = hs_download(self, remote, 0, UINT64_MAX, append, &sink, entry->name, context);
    hotshoe_remote_file_release(remote);
    return result;
}

/** Sets the contents of a file to bytes, which are copied. */
static int set_bytes(HsSession *self, CameraFile *file, const void *bytes, size_t size) {
    char *copy = malloc(size ? size : 1);
    if (!copy) return GP_ERROR_NO_MEMORY;
    if (size) memcpy(copy, bytes, size);
    return self->gp.file_set_data_and_size(file, copy, size);
}

static int get_thumbnail(HsSession *self, const HsEntry *entry, CameraFile *file, GPContext *context) {
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_bytes bytes = {0};
    hotshoe_status status = hotshoe_stored_item_thumbnail(entry->item, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait(&self->gp, operation, context);
        status = hotshoe_stored_item_thumbnail_result(operation, &bytes, &error);
    }
    hotshoe_operation_release(operation);
    int result = hs_result(&self->gp, context, status, error);
    if (result == GP_OK) result = set_bytes(self, file, bytes.data, bytes.size);
    hotshoe_bytes_free(&bytes);
    return result;
}

/** Length of the EXIF segment at the start of a JPEG file with its marker, from the first 12 bytes; 0 if there is none. */
static size_t exif_size(const char *bytes, size_t size) {
    const unsigned char *header = (const unsigned char *)bytes;
    if (size < 12 || header[0] != 0xFF || header[1] != 0xD8 || header[2] != 0xFF || header[3] != 0xE1) return 0;
    return memcmp(header + 6, "Exif", 4) == 0 ? ((size_t)header[4] << 8 | header[5]) + 2 : 0;
}

/** The EXIF segment with its marker, which is what libgphoto2's readers of it expect. */
static int set_exif(HsSession *self, CameraFile *file, const char *bytes, size_t size, GPContext *context) {
    size_t length = exif_size(bytes, size);
    if (length == 0 || size < length + 2) {
        self->gp.context_error(context, "The file has no EXIF data that can be read without the rest of it.");
        return GP_ERROR_NOT_SUPPORTED;
    }
    return set_bytes(self, file, bytes + 2, length);
}

static int get_exif(HsSession *self, const HsEntry *entry, CameraFile *file, GPContext *context) {
    enum { MOST = 65536 + 4 }; /* a segment's length has two bytes */
    hotshoe_remote_file remote = {0};
    HsBuffer buffer = {0};
    int result = hs_result(&self->gp, context, hotshoe_stored_item_get_file(entry->item, &remote), NULL);
    if (result == GP_OK) result = hs_download(self, remote, 0, MOST, hs_buffer_sink, &buffer, NULL, context);
    if (result == GP_OK) result = set_exif(self, file, buffer.bytes, buffer.size, context);
    free(buffer.bytes);
    hotshoe_remote_file_release(remote);
    return result;
}

static int get_from_memory(HsSession *self, HsPicture *picture, CameraFileType type, CameraFile *file, GPContext *context) {
    switch (type) {
    case GP_FILE_TYPE_NORMAL:
    case GP_FILE_TYPE_RAW:
        picture->is_read = true;
        return self->gp.file_append(file, picture->bytes, picture->size);
    case GP_FILE_TYPE_EXIF: return set_exif(self, file, picture->bytes, picture->size, context);
    default: return GP_ERROR_NOT_SUPPORTED;
    }
}

static int get_file(CameraFilesystem *files, const char *path, const char *name, CameraFileType type, CameraFile *file, void *data,
    GPContext *context) {
    HsSession *self = data;
    HsPicture *picture = is_root(path) ? hs_memory_find(&self->memory, name) : NULL;
    HsFolder *folder = NULL;
    HsEntry *entry = NULL;
    int result = picture ? get_from_memory(self, picture, type, file, context) : hs_file_find(self, path, name, context, &folder, &entry);
    (void)files;
    const char *mime = type == GP_FILE_TYPE_PREVIEW || type == GP_FILE_TYPE_EXIF ? GP_MIME_JPEG : type_of(name);
    if (result == GP_OK && !picture) {
        switch (type) {
        case GP_FILE_TYPE_RAW:
            if (!is_raw(mime)) return GP_ERROR_NOT_SUPPORTED;
            /* fall through */
        case GP_FILE_TYPE_NORMAL: result = get_normal(self, entry, file, context); break;
        case GP_FILE_TYPE_PREVIEW: result = get_thumbnail(self, entry, file, context); break;
        case GP_FILE_TYPE_EXIF: result = get_exif(self, entry, file, context); break;
        default: return GP_ERROR_NOT_SUPPORTED;
        }
    }
    if (result == GP_OK) result = self->gp.file_set_mime_type(file, mime);
    return result;
}

struct range {
    char *bytes;
    uint64_t size;
};

static int fill(void *data, const char *bytes, size_t size) {
    struct range *range = data;
    memcpy(range->bytes + range->size, bytes, size);
    range->size += size;
    return GP_OK;
}

static int read_file(CameraFilesystem *files, const char *path, const char *name, CameraFileType type, uint64_t offset, char *bytes,
    uint64_t *size, void *data, GPContext *context) {
    HsSession *self = data;
    HsPicture *picture = is_root(path) ? hs_memory_find(&self->memory, name) : NULL;
    HsFolder *folder = NULL;
    HsEntry *entry = NULL;
    hotshoe_item_info info = {0};
    hotshoe_remote_file remote = {0};
    struct range range = {bytes, 0};
    (void)files;
    if (type != GP_FILE_TYPE_NORMAL) return GP_ERROR_NOT_SUPPORTED;
    if (picture) {
        uint64_t left = offset < picture->size ? picture->size - offset : 0;
        *size = *size < left ? *size : left;
        if (*size) memcpy(bytes, picture->bytes + offset, *size);
        return GP_OK;
    }
    int result = hs_file_find(self, path, name, context, &folder, &entry);
    if (result == GP_OK) result = load_info(self, entry, context, &info);
    /* A position at the end of the file is not an error for libgphoto2. */
    bool is_past_end = result == GP_OK && info.size.has_value && offset >= info.size.value;
    if (result == GP_OK) hotshoe_item_info_free(&info);
    if (result == GP_OK && *size > 0 && !is_past_end) {
        result = hs_result(&self->gp, context, hotshoe_stored_item_get_file(entry->item, &remote), NULL);
        if (result == GP_OK) result = hs_download(self, remote, offset, *size, fill, &range, NULL, context);
    }
    hotshoe_remote_file_release(remote);
    if (result == GP_OK) *size = range.size;
    return result;
}

/* ---- Storages ------------------------------------------------------------------------------------------------------- */

static void describe(hotshoe_storage storage, CameraStorageInformation *result) {
    hotshoe_storage_info info = {0};
    hotshoe_storage_get_info(storage, &info);
    memset(result, 0, sizeof *result);
    result->fields = GP_STORAGEINFO_BASE | GP_STORAGEINFO_DESCRIPTION | GP_STORAGEINFO_ACCESS | GP_STORAGEINFO_STORAGETYPE
        | GP_STORAGEINFO_FILESYSTEMTYPE;
    hs_storage_path(info.identifier.number, result->basedir);
    snprintf(result->description, sizeof result->description, "%s", info.name.data);
    if (info.label.data) {
        result->fields |= GP_STORAGEINFO_LABEL;
        snprintf(result->label, sizeof result->label, "%s", info.label.data);
    }
    result->type = GP_STORAGEINFO_ST_REMOVABLE_RAM;
    result->fstype = GP_STORAGEINFO_FST_DCF;
    result->access = info.is_writable ? GP_STORAGEINFO_AC_READWRITE
        : info.allows_deletion        ? GP_STORAGEINFO_AC_READONLY_WITH_DELETE
                                      : GP_STORAGEINFO_AC_READONLY;
    if (info.capacity_bytes.has_value) {
        result->fields |= GP_STORAGEINFO_MAXCAPACITY;
        result->capacitykbytes = info.capacity_bytes.value / 1024;
    }
    if (info.free_bytes.has_value) {
        result->fields |= GP_STORAGEINFO_FREESPACEKBYTES;
        result->freekbytes = info.free_bytes.value / 1024;
    }
    hotshoe_storage_info_free(&info);
}

static int get_storages(CameraFilesystem *files, CameraStorageInformation **result, int *count, void *data, GPContext *context) {
    HsSession *self = data;
    hotshoe_storage_array storages = {0};
    (void)files;
    int outcome = hs_result(&self->gp, context, hotshoe_camera_get_storages(self->camera, &storages), NULL);
    *count = 0;
    /* Freed by the program. */
    *result = outcome == GP_OK ? calloc(storages.count + 1, sizeof **result) : NULL;
    for (size_t i = 0; *result && i < storages.count; i++) describe(storages.data[i], &(*result)[(*count)++]);
    hotshoe_storage_array_free(&storages);
    return outcome == GP_OK && !*result ? GP_ERROR_NO_MEMORY : outcome;
}

int hs_files_attach(HsSession *self, CameraFilesystem *files) {
    static CameraFilesystemFuncs functions = {
        .file_list_func = list_files,
        .folder_list_func = list_folders,
        .put_file_func = hs_change_put_file,
        .delete_all_func = hs_change_delete_all,
        .get_info_func = get_info,
        .make_dir_func = hs_change_make_folder,
        .remove_dir_func = hs_change_remove_folder,
        .get_file_func = get_file,
        .read_file_func = read_file,
        .del_file_func = hs_change_delete_file,
        .storage_info_func = get_storages,
    };
    self->files = files;
    return self->gp.filesystem_set_funcs(files, &functions, self);
}
