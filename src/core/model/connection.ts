/** A service to which the user is connected. Its access key is kept elsewhere (SecretStorage) and never here. */
export interface Connection {
  /** Slug, `[a-z0-9-]+`; the authority of the connection's `artifact:` URIs. */
  readonly id: string;
  /** Base address without a trailing slash, ending in the version segment: `https://host/api/v1`. */
  readonly url: string;
  readonly label: string;
}
