/** A person the service knows, as a listing shows them. */
export interface User {
  readonly id: number;
  /** The login: what queries name people by. */
  readonly username: string;
  /** As people are shown: `Jane Doe (jdoe)`. */
  readonly label: string;
  /** Tells whether they may do something: active or restricted. Absent where the service does not tell. */
  readonly isActive?: boolean;
}

/** Somebody by their number. `unknown`: the service has nobody of that number. */
export type KnownPerson = "unknown" | { readonly name: string; readonly isActive: boolean };
