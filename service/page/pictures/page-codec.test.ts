import { pictureTests } from '../../testing/adapters/picture-tests.ts'
import { sharpCanvas } from '../../testing/page/sharp-canvas.ts'
import { createPageCodec } from './browser-codec.ts'

pictureTests('a page', createPageCodec(sharpCanvas))
