import { test as base } from './fixtures.ts'
import { ImageScreen } from './image-screen.ts'

/** Tests that begin with the Image area open and its models there. */
export const test = base.extend<{ image: ImageScreen }>({
  image: async ({ page }, use) => {
    const image = new ImageScreen(page)
    await image.open()
    await use(image)
  },
})
