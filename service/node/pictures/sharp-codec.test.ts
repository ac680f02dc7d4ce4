import { pictureTests } from '../../testing/adapters/picture-tests.ts'
import { sharpCodec } from '../node-adapters.ts'

pictureTests('sharp', sharpCodec)
