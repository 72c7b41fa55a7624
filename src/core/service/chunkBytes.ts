/** No more than this of a file is held at a time, whatever the service takes. */
export const maxChunkBytes = 4 * 1024 * 1024;

/**
 * A chunk of a temporary file has this size where the service tells none (test/service/README.md, Uploads). It stands
 * in a file of its own, so that uploads are not loaded with it before there are any.
 */
export const usualChunkBytes = 1_048_576;
