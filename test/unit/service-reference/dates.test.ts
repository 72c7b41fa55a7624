import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { parseDate, printDay, printIso, printMinute, startOfDay } from "../../service/wire/dates.ts";
import { type Client, fieldValue, useService } from "./client.ts";

const sprint = 1801;
const fields = { submittedOn: 4106, plannedOn: 4110, startsOn: 4112, review: 4113, changedOn: 4120 };
const zoneOf = (date: string) => date.slice(19);

suite("dates of the reference service", () => {
  const instant = Date.UTC(2023, 6, 12, 22) / 1000;
  const zones = [
    ["Europe/Paris", "2023-07-13T00:00:00+02:00"],
    ["UTC", "2023-07-12T22:00:00+00:00"],
    ["America/New_York", "2023-07-12T18:00:00-04:00"],
    ["America/St_Johns", "2023-07-12T19:30:00-02:30"],
    ["Asia/Tokyo", "2023-07-13T07:00:00+09:00"],
    ["Asia/Kolkata", "2023-07-13T03:30:00+05:30"],
    ["Asia/Kathmandu", "2023-07-13T03:45:00+05:45"],
  ] as const;
  for (const [zone, written] of zones) {
    test(`${zone} writes the midnight of Paris as ${written}`, () => {
      assert.equal(printIso(instant, zone), written);
      assert.equal(parseDate(written, 0, "UTC"), instant);
      assert.equal(printDay(instant, zone), written.slice(0, 10));
      assert.equal(parseDate(printMinute(instant, zone), 0, zone), instant);
    });
  }

  test("winter and summer differ, and a day may have 23 hours", () => {
    const zone = "Europe/Paris";
    const [march, day] = [parseDate("2024-03-31", 0, zone) ?? 0, 24 * 3600];
    assert.equal(printIso(march, zone), "2024-03-31T00:00:00+01:00");
    assert.equal(printIso(startOfDay(march + day, zone), zone), "2024-04-01T00:00:00+02:00");
    assert.equal(startOfDay(march + day, zone) - march, 23 * 3600);
  });
});

suite("dates around a burndown field", () => {
  const client = useService();
  const startsOn = async (from: Client, path = `/artifacts/${sprint}`) =>
    fieldValue(await from.get(path), fields.startsOn).value;

  test("who asks from the server's zone sees no difference", async () => {
    assert.equal(await startsOn(client), "2024-01-16T00:00:00+01:00");
  });

  const zones = [
    ["America/New_York", "-05:00", "2024-01-15T18:00:00-05:00"],
    ["Asia/Tokyo", "+09:00", "2024-01-16T08:00:00+09:00"],
    ["Asia/Kolkata", "+05:30", "2024-01-16T04:30:00+05:30"],
  ] as const;
  for (const [zone, offset, written] of zones) {
    test(`what follows it is in the zone of who asks: ${zone}`, async () => {
      client.control.setUserZone({ zone });
      const reply = await client.get(`/artifacts/${sprint}`);
      const shown = (fieldId: number) => fieldValue(reply, fieldId).value;
      assert.deepEqual([fields.submittedOn, fields.plannedOn].map(shown).map(zoneOf), ["+01:00", "+01:00"]);
      assert.equal(shown(fields.startsOn), written);
      const after = [shown(fields.review), shown(fields.changedOn)];
      const { submitted_on: submittedOn, last_modified_date: changedOn } = reply.json;
      assert.deepEqual([...after, submittedOn, changedOn].map(zoneOf), [offset, offset, offset, offset]);
      assert.equal(Date.parse(shown(fields.submittedOn)), Date.parse(submittedOn));
    });
  }

  test("in lists everything that follows, other artifacts too; nothing in a list without values", async () => {
    client.control.setUserZone({ zone: "Asia/Tokyo" });
    const list = async (values: string) =>
      (await client.get(`/trackers/41/artifacts?limit=2${values}`)).json as {
        submitted_on: string;
        values: { field_id: number; value: string }[] | null;
      }[];
    const plannedOn = (await list("&values=all")).map(
      ({ values }) => values?.find((value) => value.field_id === fields.plannedOn)?.value ?? "",
    );
    assert.deepEqual(plannedOn.map(zoneOf), ["+01:00", "+09:00"]);
    const cheap = await list("");
    assert.deepEqual(
      cheap.map(({ submitted_on: date }) => zoneOf(date)),
      ["+01:00", "+01:00"],
    );
  });

  test("in changesets as well, from the first burndown on", async () => {
    client.control.addComment({ artifactId: sprint, body: "Planned" });
    client.control.setUserZone({ zone: "Asia/Tokyo" });
    const { json } = await client.get(`/artifacts/${sprint}/changesets`);
    const plannedOn = json.map(
      ({ values }: { values: { field_id: number; value: string }[] }) =>
        values.find((value) => value.field_id === fields.plannedOn)?.value,
    );
    assert.deepEqual(plannedOn.map(zoneOf), ["+01:00", "+09:00"]);
    assert.deepEqual(
      json.map((each: { submitted_on: string }) => zoneOf(each.submitted_on)),
      ["+09:00", "+09:00"],
    );
  });

  test("a tracker without one, or one that may not be read, is answered in the server's zone", async () => {
    client.control.setUserZone({ zone: "Asia/Tokyo" });
    const { json } = await client.get("/artifacts/1101");
    assert.equal(zoneOf(json.last_modified_date), "+01:00");
    client.control.setFieldPermissions({ fieldId: 4111, read: ["122_4"] });
    assert.equal(await startsOn(client), "2024-01-16T00:00:00+01:00");
  });

  test("what is sent back as it came stays; its first ten letters move it by a day west of the server", async () => {
    client.control.setUserZone({ zone: "America/New_York" });
    const came = await startsOn(client);
    await client.putEntry(sprint, { field_id: fields.startsOn, value: came });
    assert.equal(await startsOn(client), came);
    await client.putEntry(sprint, { field_id: fields.startsOn, value: came.slice(0, 10) });
    assert.equal(await startsOn(client), "2024-01-14T18:00:00-05:00");
  });

  test("an offset is converted to the server's zone before the time is cut", async () => {
    await client.putEntry(sprint, { field_id: fields.startsOn, value: "2023-07-13T00:00:00+09:00" });
    assert.equal(await startsOn(client), "2023-07-12T00:00:00+02:00");
  });
});

suite("dates of a server elsewhere", () => {
  const client = useService({ zone: "Asia/Kolkata" });

  test("days are midnights of its zone, in and out", async () => {
    const value = async (fieldId: number) => fieldValue(await client.get(`/artifacts/${sprint}`), fieldId).value;
    assert.equal(await value(fields.plannedOn), "2024-01-15T00:00:00+05:30");
    await client.putEntry(sprint, { field_id: fields.plannedOn, value: "2024-07-01" });
    assert.equal(await value(fields.plannedOn), "2024-07-01T00:00:00+05:30");
  });
});

suite("defaults of dates in a structure", () => {
  const client = useService();

  test("a day, a day with a time, «today» as the day it is, and none", async () => {
    client.control.freezeClock({ atMs: Date.UTC(2027, 0, 15, 23, 30) });
    const { json } = await client.get("/trackers/41");
    const told = (name: string) => {
      const { default_value: value, specific_properties: more } = json.fields.find(
        (field: { name: string }) => field.name === name,
      );
      return [value, more];
    };
    assert.deepEqual(told("starts_on"), ["2027-01-16", { default_value_type: 0 }]);
    assert.deepEqual(told("review"), ["2026-02-24 10:30", { default_value_type: 1 }]);
    assert.deepEqual(told("ends_on"), ["", null]);
  });

  test("what a POST does not name gets it, what it sends empty does not", async () => {
    const title = { field_id: 4101, value: "Sprint" };
    const create = async (...more: object[]) => {
      const { json } = await client.post("/artifacts", { tracker: { id: 41 }, values: [title, ...more] });
      return client.get(`/artifacts/${json.id}`);
    };
    assert.equal(fieldValue(await create(), fields.review).value, "2026-02-24T10:30:00+01:00");
    assert.equal(fieldValue(await create({ field_id: fields.review, value: "" }), fields.review).value, null);
  });

  test("a number, a file or a right that nobody gave has no entry; a text, a date or a list has an empty one", async () => {
    const { json } = await client.post("/artifacts", {
      tracker: { id: 41 },
      values: [{ field_id: 4101, value: "Sprint" }],
    });
    const { values } = (await client.get(`/artifacts/${json.id}`)).json;
    const ids = values.map(({ field_id: fieldId }: { field_id: number }) => fieldId);
    assert.deepEqual(
      [4115, 4116, 4117, 4118, 4119, 4114].filter((fieldId) => ids.includes(fieldId)),
      [4119, 4114],
    );
  });
});
