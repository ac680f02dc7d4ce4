import { MESSAGE_SAMPLES, PART_SAMPLES } from '../message-samples.ts'
import { from, open, stated, type Section } from '../statement.ts'

const kinds = from('service/testing/conformance/messages.test.ts', 'a message from')
const parts = from('service/testing/conformance/messages.test.ts', 'a content part')
const image = from('service/app/inference/inputs/inputs.test.ts', 'an image')
const address = from('service/app/inference/inputs/inputs.test.ts', 'an address')
const media = from('service/app/inference/inputs/inputs.test.ts', 'audio and video')
const file = from('service/app/inference/inputs/inputs.test.ts', 'a file')

/** What the contract does not show of system and developer messages. */
const OPEN_KINDS = ['system', 'developer']

const messages = Object.entries(MESSAGE_SAMPLES).map(([kind, { says }]) =>
  (OPEN_KINDS.includes(kind) ? open : stated)(
    `A message of the role \`${kind}\`: ${says}.`,
    kinds(`${kind} takes what the contract allows`, `${kind} is refused otherwise`),
  ),
)

const contents = Object.entries(PART_SAMPLES).map(([type, { says }]) =>
  stated(
    type === 'cache_control'
      ? `\`cache_control\` ${says}.`
      : `A part of type \`${type}\`: ${says}.`,
    parts(`${type} takes what the contract allows`, `${type} is refused otherwise`),
  ),
)

const FILES = ['pdf', 'epub', 'docx', 'pptx', 'xlsx', 'xls', 'txt', 'md', 'csv', 'json', 'py']

const effects = [
  stated(
    'Models that are not multimodal refuse images.',
    image('is refused by a model without vision'),
  ),
  stated(
    'Models of many images keep those of the whole history; models of one keep those of the last message that has any.',
    from(
      'service/app/inference/chat/chat.test.ts',
      'a chat completion',
    )('measures images, and drops those a single-image model does not keep'),
    from('service/testing/conformance/effects.test.ts')(
      'images of the whole history are kept where many may be',
    ),
  ),
  stated(
    'An image must be valid and at least 64 px on each side.',
    image('is refused below 64 px on a side, and when it is no image, with its path'),
  ),
  stated(
    'Images and files may be public addresses.',
    address('of an image or a file is fetched and measured'),
  ),
  stated(
    'The data of audio is of the format it says.',
    media(
      'say their real length and size',
      'are refused in another format than they say, and in one that is not listed',
    ),
  ),
  stated(
    'Videos may be mp4, mpeg, mov and webm.',
    from('contract/media/media.test.ts', 'recognizing audio and video')(
      '"....ftypisom" is mp4 as video',
      '"....ftypqt  " is mov as video',
      '"\\u001aEß£" is webm as video',
      '"\\u0000\\u0000\\u0001º" is mpeg as video',
    ),
  ),
  ...FILES.map((extension) =>
    stated(
      `Files of the kind ${extension} become text before the model sees them.`,
      file(`a.${extension} becomes text, and is described by what was read`),
    ),
  ),
  stated(
    'The text of a file counts as prompt.',
    file('counts with its text in prompt tokens, and is shown by /echo without data and text'),
  ),
  stated(
    'Marked parts are kept in the prompt cache.',
    from(
      'service/app/inference/chat/prompt-caching.test.ts',
      'the prompt cache',
    )('writes up to a marked part, then reads it, at the prices of the model'),
  ),
  stated(
    'Reasoning details go back unchanged with tool results.',
    from(
      'service/app/inference/chat/reasoning.test.ts',
      'reasoning',
    )('takes its records back, and notices when they were changed'),
  ),
  open(
    'At most 10 images, 5 audios, 3 videos and 5 files are taken in one message.',
    from('service/app/inference/inputs/inputs.test.ts', 'the parts of a message')(
      'of type image_url are at most 10 in one message',
      'of type input_audio are at most 5 in one message',
      'of type video_url are at most 3 in one message',
      'of type file are at most 5 in one message',
    ),
  ),
]

export const MESSAGES: Section = {
  title: 'Message content',
  statements: [...messages, ...contents, ...effects],
}
