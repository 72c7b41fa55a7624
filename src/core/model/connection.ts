/** One service the user is connected to. Its access key is held elsewhere (SecretStorage) and never here. */
export interface Connection {
  /** Slug, `[a-z0-9-]+`; the authority of the connection's `artifact:` URIs. */
  readonly id: string;
  /** Base address without a trailing slash, ending in the version segment: `https://host/api/v1`. */
  readonly url: string;
  readonly label: string;
}
