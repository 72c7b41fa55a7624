/** Whether the header of a request can carry the key, which takes printable ASCII alone. */
export function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}
