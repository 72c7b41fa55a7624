/** A person the service knows, as a listing shows them. */
export interface User {
  readonly id: number;
  /** The login: what queries name people by. */
  readonly username: string;
  /** As people are shown: `Jane Doe (jdoe)`. */
  readonly label: string;
  /** Whether they may do something: active or restricted. Absent where the service does not tell. */
  readonly isActive?: boolean;
}
