import { choiceField, integerField, textField } from '../../../../contract/field-rule.ts'
import { tableSchema } from '../../../../contract/field-schema.ts'

const group = 'common'

const prompt = textField(
  { minLength: 1, maxLength: 4096 },
  {
    group,
    label: 'Prompt',
    meaning: 'What to generate. /fail makes the job fail.',
    required: true,
  },
)

/** Every field of the body of `POST /video/queue`. */
export const videoQueueFields = {
  prompt,
  model: textField(
    { minLength: 1 },
    {
      group,
      label: 'Model',
      meaning: 'ID of a video model, or a trait.',
      default: 'sandbox-video',
    },
  ),
  duration: choiceField(['5s', '10s'], {
    group,
    label: 'Duration',
    meaning: 'Length of the video; the job takes as long.',
    default: '5s',
  }),
  aspect_ratio: textField({}, { group, label: 'Aspect ratio', meaning: 'Accepted but ignored.' }),
  resolution: textField({}, { group, label: 'Resolution', meaning: 'Accepted but ignored.' }),
} as const

/** The body of `POST /video/queue`. */
export const videoQueueSchema = tableSchema(videoQueueFields, {})

/** Every field of the body of `POST /audio/queue`. */
export const audioQueueFields = {
  prompt,
  model: textField(
    { minLength: 1 },
    {
      group,
      label: 'Model',
      meaning: 'ID of a music model, or a trait.',
      default: 'sandbox-music',
    },
  ),
  duration_seconds: integerField(
    { min: 1, max: 60 },
    { group, label: 'Duration', meaning: 'How long the job takes, in seconds.', default: 5 },
  ),
} as const

/** The body of `POST /audio/queue`. */
export const audioQueueSchema = tableSchema(audioQueueFields, {})

/** Every field of the bodies that ask for a queued job. */
export const queuedJobFields = {
  queue_id: textField(
    { minLength: 1, maxLength: 100 },
    { group, label: 'Queue ID', meaning: 'The queue_id of the job.', required: true },
  ),
  model: textField({}, { group, label: 'Model', meaning: 'Accepted but ignored.' }),
} as const

/** The body of `POST /video/retrieve` and the like. */
export const queuedJobSchema = tableSchema(queuedJobFields, {})
