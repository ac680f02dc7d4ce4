import { fakeClient } from '../../client/testing/fake-world.ts'
import type { World } from '../../client/world.ts'
import type { TextStorage } from '../../storage/db/browser-storage.ts'
import { createImageEditor, type ImageEditor, type ImageWorld } from '../image-editor.ts'

/** What the pictures of {@link testEditor} are. */
export const TEST_FACTS = {
  type: 'png' as const,
  orientation: 1,
  metadata: false,
  location: false,
  bytes: 5,
  shown: { width: 1000, height: 1000 },
}

const nothing: TextStorage = {
  load: () => undefined,
  loadJson: () => undefined,
  save: () => true,
  remove: () => undefined,
  keys: () => [],
}

/** An editor for tests that sends nothing and remembers nothing. */
export function testEditor(
  change: Partial<ImageWorld> = {},
  changes: Partial<World> = {},
): ImageEditor {
  const { client } = fakeClient(() => new Response(), changes)
  return createImageEditor({
    client,
    storage: { tab: nothing, browser: nothing },
    pictures: { inspectPicture: async () => TEST_FACTS, changePicture: async (blob) => blob },
    toBase64: async () => '',
    saveExchange: async () => undefined,
    notify: () => undefined,
    ...change,
  })
}
