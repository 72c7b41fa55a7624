/** A text gets no more marks of mistakes: VS Code shows half as many, and says that there are more. */
export const maxMarks = 2000;
