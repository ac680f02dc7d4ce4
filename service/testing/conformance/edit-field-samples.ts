import { EDIT_MODEL_IDS, type EditFieldName } from '../../../contract/image/edit-request.ts'
import type { FieldSamples } from './field-samples.ts'

/** What stands for the picture of the test. */
export const PICTURE = 'the picture of the test'

/** Every field of an image edit (contract, "POST /image/edit"). */
export const EDIT_FIELD_SAMPLES: Readonly<Record<EditFieldName, FieldSamples>> = {
  image: {
    says: 'required; base64 text or an address that begins with http:// or https://',
    takes: [PICTURE],
    refuses: ['ftp://pictures.example/a.png', '', 1, null],
  },
  prompt: {
    says: 'required; 1 to 32768 characters',
    takes: ['x', 'x'.repeat(32_768)],
    refuses: ['', 'x'.repeat(32_769), 1],
  },
  model: {
    says: 'text of at least 1 character, firered-image-edit when absent',
    takes: ['firered-image-edit', 'sandbox-quality-edit'],
    refuses: ['', 1],
  },
  modelId: {
    says: 'deprecated; one of 17 ids',
    takes: EDIT_MODEL_IDS,
    refuses: ['sandbox-quality-edit', '', 1],
  },
  aspect_ratio: {
    says: 'one of auto, 1:1, 3:2, 16:9, 21:9, 9:16, 2:3, 3:4, 4:5',
    takes: ['auto', '1:1', '3:2', '16:9', '21:9', '9:16', '2:3', '3:4', '4:5'],
    refuses: ['4:3', '', 1],
  },
  resolution: {
    says: 'text of 1 to 10 characters, 1K when absent',
    takes: ['1K', '2K'],
    refuses: ['', '1K345678901', 1],
  },
  quality: {
    says: 'one of low, medium, high',
    takes: ['low', 'medium', 'high'],
    refuses: ['best', 1],
  },
  output_format: {
    says: 'one of jpeg, png, webp, and jpg',
    takes: ['jpeg', 'png', 'webp', 'jpg'],
    refuses: ['gif', '', 1],
  },
  enhance_prompt: {
    says: 'true or false',
    takes: [true, false],
    refuses: ['no', 1],
    isFurther: true,
  },
  disable_prompt_optimization_thinking: {
    says: 'true or false',
    takes: [true, false],
    refuses: ['no', 1],
    isFurther: true,
  },
  safe_mode: { says: 'true or false, true when absent', takes: [true, false], refuses: ['no', 1] },
}
