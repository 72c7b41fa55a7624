/**
 * How much of a temporary file is sent at once where the service does not tell (test/service/README.md, Uploads). By itself,
 * so that uploads are not loaded with it before there are any.
 */
export const usualChunkBytes = 1_048_576;
