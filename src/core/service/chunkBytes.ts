/** More of a file is not held at a time, whatever the service takes. */
export const maxChunkBytes = 4 * 1024 * 1024;

/**
 * How much of a temporary file is sent at once where the service does not tell (test/service/README.md, Uploads). By
 * itself, so that uploads are not loaded with it before there are any.
 */
export const usualChunkBytes = 1_048_576;
