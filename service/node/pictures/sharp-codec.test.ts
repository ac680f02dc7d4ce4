import { pictureTests } from '../../testing/adapters/picture-tests.ts'
import { sharpCodec } from './sharp-codec.ts'

pictureTests('sharp', sharpCodec)
