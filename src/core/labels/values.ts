/** A field without a value. */
export const none = "None";
