import { ImageScreen } from '../../../e2e/support/image-screen.ts'
import { test as base } from './open-page.tsx'

/** The Image area, open and with its models. */
export const test = base.extend<{ image: ImageScreen }>({
  image: async ({ page }, give) => {
    const image = new ImageScreen(page)
    await image.open()
    await give(image)
  },
})
