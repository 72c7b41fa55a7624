import type { PendingStores } from "../../src/core/comment/pendingComments.ts";

/** Words that outlive their window. */
export function memoryWords(): PendingStores["apart"] {
  const words = new Map<string, string>();
  return {
    read: async (document) => words.get(document),
    write: async (document, said) => void words.set(document, said),
    remove: async (document) => void words.delete(document),
  };
}
