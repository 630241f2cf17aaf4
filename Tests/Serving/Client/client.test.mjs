// Tests the client for JavaScript against `hotshoe serve --simulated`, whose addresses are in SERVER and, with the token TOKEN, in CLOSED_SERVER.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'hotshoe-client-'));
after(() => rmSync(folder, { recursive: true }));
const url = process.env.SERVER;
writeFileSync(join(folder, 'client.mjs'), await (await fetch(new URL('/api/v1/client.js', url))).text());
const { HotShoe, HotShoeError, parseHead } = await import(join(folder, 'client.mjs'));
const hotshoe = new HotShoe(url);
const [{ identifier: camera }] = await hotshoe.listCameras();

/** The first event of a kind. */
async function first(kind, action) {
  const end = new AbortController();
  const events = hotshoe.events({ camera, signal: end.signal });
  // The stream begins with the first request for an event: only then are events collected.
  const found = (async () => {
    for await (const event of events) if (event.kind === kind) return event;
    return undefined;
  })();
  const answer = await hotshoe.request('GET', '/api/v1/events', undefined, {}, { signal: end.signal });
  await answer.body.getReader().read();
  await action();
  const event = await found;
  end.abort();
  return event;
}

test('a property is read and set', async () => {
  await hotshoe.setProperty(camera, 'exposure-mode', { value: 'A' });
  const set = await hotshoe.setProperty(camera, 'aperture', { value: 'f/8' });
  assert.equal(set.value, 'f/8');
  assert.equal((await hotshoe.getProperty(camera, 'aperture')).number, 8);
  const several = await hotshoe.setProperties(camera, { values: { aperture: 'f/4', iso: '400' } });
  assert.deepEqual(several.map(({ value }) => value), ['f/4', 'ISO 400']);
});

test('a refusal is an error with its code and its sentence', async () => {
  const refused = await hotshoe.setProperty(camera, 'aperture', { value: 'f/7.77' }).catch((error) => error);
  assert.ok(refused instanceof HotShoeError);
  assert.equal(refused.status, 422);
  assert.equal(refused.code, 'invalidValue');
  assert.match(refused.message, /f\/7\.77|aperture|value/i);
});

test('a picture is taken and fetched', async () => {
  const [picture] = await hotshoe.shoot(camera, { autofocus: false });
  const bytes = await hotshoe.getFile(camera, picture.id);
  assert.equal(bytes.length, picture.size);
  assert.deepEqual([...bytes.subarray(0, 2)], [0xff, 0xd8]);
  const newest = await hotshoe.listFiles(camera, { newest: true, limit: 1 });
  assert.equal(newest[0].id, picture.id);
  assert.ok((await hotshoe.getMetadata(camera, picture.id)).exposureTime > 0);
});

test('a file is written to a card', async () => {
  const content = new TextEncoder().encode('note');
  const file = await hotshoe.uploadFile(camera, 'NÖTE 1.TXT', content);
  assert.deepEqual(await hotshoe.getFile(camera, file.id), content);
  await hotshoe.deleteFile(camera, file.id);
});

test('live view is whole frames with heads, and ends with its loop', async () => {
  let last = -1;
  let count = 0;
  for await (const frame of hotshoe.liveView(camera, { rate: 60 })) {
    assert.deepEqual([...frame.jpeg.subarray(0, 2), ...frame.jpeg.subarray(-2)], [0xff, 0xd8, 0xff, 0xd9]);
    assert.ok(frame.number > last);
    assert.ok(frame.width > 0 && frame.areas.length > 0);
    last = frame.number;
    count += 1;
    if (count === 10) break;
  }
  assert.equal(count, 10);
});

test('events arrive while something changes', async () => {
  const event = await first('property', () => hotshoe.setProperty(camera, 'aperture', { value: 'f/5.6' }));
  assert.equal(event.camera, camera);
  assert.equal(typeof event.event.subject, 'string');
});

test('a series is started and stopped', async () => {
  const series = await hotshoe.startSeries(camera, { count: 100, interval: 3600 });
  assert.equal(series.state, 'running');
  assert.equal((await hotshoe.stopSeries(camera, series.id)).state, 'stopped');
});

test('a head that is none is refused', () => assert.throws(() => parseHead(new Uint8Array(48))));

test('a token is sent, and its lack is an error', async () => {
  const server = process.env.CLOSED_SERVER;
  const missing = await new HotShoe(server).listCameras().catch((error) => error);
  assert.equal(missing.code, 'tokenMissing');
  assert.equal((await new HotShoe(server, { token: process.env.TOKEN }).listCameras()).length, 1);
});
