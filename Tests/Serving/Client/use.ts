// Compiled against the declarations of the client; not run.
import { CameraState, Frame, HotShoe, HotShoeError, Property } from './client';

export async function use(): Promise<string> {
  const hotshoe = new HotShoe('http://127.0.0.1:8080', { token: 'token' });
  const cameras = await hotshoe.listCameras();
  const camera: string = cameras[0].identifier;
  const state: CameraState = await hotshoe.getState(camera);
  const properties: Property[] = await hotshoe.listProperties(camera);
  await hotshoe.setProperty(camera, 'aperture', { value: 'f/8', until: 'reflected' });
  // @ts-expect-error Only two words are accepted.
  await hotshoe.setProperty(camera, 'aperture', { value: 'f/8', until: 'later' });
  // @ts-expect-error The value is missing.
  await hotshoe.setProperty(camera, 'aperture', {});
  const bytes: Uint8Array = await hotshoe.getFile(camera, '1');
  for await (const frame of hotshoe.liveView(camera, { rate: 10 })) show(frame);
  for await (const event of hotshoe.events({ camera })) console.log(event.kind, event.event);
  try {
    await hotshoe.shoot(camera);
  } catch (error) {
    if (error instanceof HotShoeError) return error.problem.detail;
  }
  return `${state.connection} ${properties.length} ${bytes.length}`;
}

function show(frame: Frame): void {
  console.log(frame.number, frame.jpeg.length, frame.areas?.[0]?.focused);
}
