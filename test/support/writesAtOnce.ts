import type { ReferenceService } from "../service/referenceService.ts";
import { someTurns } from "./patience.ts";

/** The next two PUTs are both checked before either is written. */
export function checkTwoBeforeWriting(service: ReferenceService): void {
  const before = service.requests.length;
  const isAsked = () =>
    service.requests.slice(before).filter(({ method, body }) => method === "PUT" && body !== "").length >= 2;
  const until = service.untilAsked(isAsked).then(() => someTurns());
  service.control.addFault({ method: "PUT", count: 2, fault: { kind: "held", when: "gap", until } });
}
