/** A person whom the service knows, as a listing shows them. */
export interface User {
  readonly id: number;
  /** The login, by which queries name people. */
  readonly username: string;
  /** The name as people see it: `Jane Doe (jdoe)`. */
  readonly label: string;
  /** Tells whether the person is active or restricted, so may do something. Absent where the service does not tell. */
  readonly isActive?: boolean;
}

/** Somebody who is known by a number. `unknown`: the service has nobody with that number. */
export type FoundPerson = "unknown" | { readonly name: string; readonly isActive: boolean };
