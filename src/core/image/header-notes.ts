import { headerValue, type HeaderList } from '../../../contract/headers/header-list.ts'
import { decodedText } from '../../../contract/headers/parse.ts'
import { wireHeaderName } from '../../../contract/provider-name.ts'

/** Something that the headers of an answer say, in words. */
export interface HeaderNote {
  tone: 'neutral' | 'warn' | 'bad'
  text: string
}

/** What the headers say about a result that a person should know, the worst first. */
export function headerNotes(headers: HeaderList, providerName: string): HeaderNote[] {
  const value = (name: string) => headerValue(headers, wireHeaderName(name, providerName))
  const is = (name: string) => value(name)?.toLowerCase() === 'true'
  const note = (tone: HeaderNote['tone'], text: string | false | undefined): HeaderNote[] =>
    text === undefined || text === false ? [] : [{ tone, text }]
  const enhanced = value('x-vendor-enhanced-prompt')
  const date = value('x-vendor-model-deprecation-date')
  const replacement = value('x-vendor-model-deprecated-replacement')
  const isDeprecated = is('x-vendor-model-deprecated') || date !== undefined
  return [
    ...note('bad', is('x-vendor-is-content-violation') && 'Content policy violation.'),
    ...note(
      'bad',
      is('x-vendor-is-adult-model-content-violation') && 'Content policy violation (adult model).',
    ),
    ...note('warn', is('x-vendor-contains-minor') && 'The image may show a minor.'),
    ...note(
      'warn',
      is('x-vendor-is-blurred') &&
        'Blurred: classified as adult content. Turn off safe mode or change the prompt.',
    ),
    ...note('warn', value('x-vendor-model-deprecation-warning')),
    ...note(
      'warn',
      isDeprecated &&
        `The model is deprecated${date === undefined ? '' : ` and will be removed on ${date}`}.${replacement === undefined ? '' : ` Use ${replacement}.`}`,
    ),
    ...note('neutral', enhanced && `The API rewrote the prompt: ${decodedText(enhanced)}`),
  ]
}
