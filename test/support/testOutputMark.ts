/** In front of what the test runner prints inside an editor, among much that others print there. Invisible. */
export const testOutputMark = "\u2060";
