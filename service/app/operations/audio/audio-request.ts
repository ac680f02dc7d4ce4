import {
  choiceField,
  numberField,
  structureField,
  textField,
} from '../../../../contract/field-rule.ts'
import { tableSchema } from '../../../../contract/field-schema.ts'
import { z } from '../../../../contract/zod.ts'

const group = 'common'

/** Every field of the body of `POST /audio/speech`. */
export const speechFields = {
  input: textField(
    { minLength: 1, maxLength: 4096 },
    { group, label: 'Text', meaning: 'Text to play; every letter is a tone.', required: true },
  ),
  model: textField(
    { minLength: 1 },
    { group, label: 'Model', meaning: 'ID of a speech model, or a trait.', default: 'sandbox-tts' },
  ),
  voice: textField(
    { minLength: 1, maxLength: 40 },
    { group, label: 'Voice', meaning: 'Any name; each has its own base tone.', default: 'alloy' },
  ),
  response_format: choiceField(['wav', 'pcm'], {
    group: 'output',
    label: 'Format',
    meaning: 'WAV, or raw PCM: 24 kHz, 16-bit, mono, little-endian.',
    default: 'wav',
  }),
  speed: numberField(
    { min: 0.25, max: 4 },
    { group, label: 'Speed', meaning: 'Playback speed.', default: 1 },
  ),
  instructions: textField({}, { group, label: 'Instructions', meaning: 'Accepted but ignored.' }),
} as const

/** The body of `POST /audio/speech`. */
export const speechRequestSchema = tableSchema(speechFields, {})

/** Every field of the form of `POST /audio/transcriptions`. */
export const transcriptionFields = {
  file: structureField('a WAV file', {
    group,
    label: 'File',
    meaning: 'A WAV file smaller than 25 MB.',
    required: true,
  }),
  model: textField(
    { minLength: 1 },
    {
      group,
      label: 'Model',
      meaning: 'ID of a transcription model, or a trait.',
      default: 'sandbox-asr',
    },
  ),
  response_format: choiceField(['json', 'text', 'verbose_json'], {
    group: 'output',
    label: 'Format',
    meaning: 'JSON, plain text, or JSON with duration and segments.',
    default: 'json',
  }),
  language: textField({}, { group, label: 'Language', meaning: 'Accepted but ignored.' }),
  prompt: textField({}, { group, label: 'Prompt', meaning: 'Accepted but ignored.' }),
  temperature: textField({}, { group, label: 'Temperature', meaning: 'Accepted but ignored.' }),
} as const

/** The form of `POST /audio/transcriptions`. */
export const transcriptionRequestSchema = tableSchema(transcriptionFields, {
  file: z.custom<File>((value) => value instanceof File, 'must be a file'),
})
