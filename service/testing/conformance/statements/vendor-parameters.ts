import { from, stated, type Section } from '../statement.ts'
import { VENDOR_FIELD_SAMPLES } from '../vendor-field-samples.ts'

const fields = from('service/testing/conformance/fields.test.ts', 'the vendor parameter')
const suffix = from('service/testing/conformance/response.test.ts', 'as a suffix of the model name')
const tags = from('service/app/inference/chat/reasoning.test.ts', 'the legacy think tags')
const chat = from('service/app/inference/chat/chat.test.ts', 'a chat completion')
const characters = from('service/app/models/characters.test.ts')
const search = from('service/app/inference/search/web-search.test.ts', 'web search')
const inStream = from(
  'service/app/inference/search/web-search.test.ts',
  'search results in a stream',
)
const documents = from(
  'service/app/inference/search/web-search.test.ts',
  'search results as documents',
)
const bypassing = from(
  'service/app/inference/search/web-search.test.ts',
  'bypassing the standard search',
)
const scraping = from('service/app/inference/inputs/inputs.test.ts', 'web scraping')

const limits = Object.entries(VENDOR_FIELD_SAMPLES).map(([name, { says }]) =>
  stated(
    `\`${name}\`: ${says}.`,
    fields(`${name} takes what the contract allows`, `${name} is refused outside its limits`),
  ),
)

const SUFFIXES: Readonly<Record<keyof typeof VENDOR_FIELD_SAMPLES, string>> = {
  character_slug: 'ada',
  strip_thinking_response: 'true',
  disable_thinking: 'true',
  enable_e2ee: 'false',
  enable_web_search: 'on',
  enable_web_scraping: 'true',
  enable_x_search: 'true',
  enable_web_citations: 'true',
  include_search_results_in_stream: 'true',
  return_search_results_as_documents: 'true',
  include_vendor_system_prompt: 'false',
}

const inName = Object.entries(SUFFIXES).map(([name, value]) =>
  stated(
    `\`${name}\` can be given as \`<model_id>:${name}=<value>\`.`,
    suffix(`${name}=${value} is what it is in the body`),
  ),
)

const effects = [
  stated(
    '`character_slug` lets a public character answer.',
    characters(
      "character_slug > lets 'ada' speak",
      'character_slug > is 404 for a slug that is not there, in the body or in the model name',
    ),
  ),
  stated(
    '`strip_thinking_response` removes think blocks of the legacy form.',
    chat('writes think tags in the legacy form, and strips them when asked'),
    tags('are stripped from a stream too, while their tokens stay counted'),
  ),
  stated(
    '`disable_thinking` turns thinking off on reasoning models.',
    chat('thinks as long as the effort asks for, and not at all when it is disabled'),
  ),
  stated(
    '`disable_thinking` strips think blocks too.',
    from('service/testing/conformance/effects.test.ts')(
      'disabled thinking leaves no think block either',
    ),
  ),
  stated(
    '`enable_e2ee` is for models that are capable of it only.',
    from(
      'service/app/inference/chat/routing.test.ts',
      'end-to-end encryption',
    )('is accepted, and not in force for models without it, as the echo says'),
  ),
  stated(
    '`enable_e2ee` encrypts end to end.',
    from('service/app/inference/e2ee/encrypted-chat.test.ts')(
      'a chat encrypted end to end > is answered in pieces that only the client can open',
      'a chat encrypted end to end > leaves nothing readable in what went over the wire, or in the log',
      'a model in an enclave > answers plain requests plainly, and says that nothing was encrypted',
    ),
  ),
  stated(
    '`enable_web_search` is off when absent.',
    search('is off by default, and costs nothing then'),
  ),
  stated(
    '`auto` lets the model decide.',
    search('is decided by the model in auto: for questions, not for greetings'),
  ),
  stated(
    'A web search is billed by use.',
    search('answers from ranked sources when it is on, and bills the search'),
  ),
  stated(
    '`enable_web_scraping` reads up to 5 addresses of the user message.',
    scraping(
      'reads the addresses of the last user message, lists them, and charges what was read',
      'reads five addresses at most, each once',
    ),
  ),
  stated(
    'What was scraped is added to the prompt; only what succeeded is billed.',
    scraping('adds what it read to the prompt, and nothing is charged for what it did not'),
  ),
  stated(
    'Scraping bypasses web search.',
    from(
      'service/app/inference/search/web-search.test.ts',
      'web scraping',
    )('bypasses the search when the message holds an address, and not otherwise'),
  ),
  stated(
    '`enable_x_search` is the search of a third party for models that have it, and bypasses web search.',
    bypassing('X search replaces it on models that have one, at its own price'),
  ),
  stated(
    '`enable_web_citations` asks for sources in the form `[REF]0[/REF]`.',
    search('cites by number when asked to'),
  ),
  stated(
    '`include_search_results_in_stream` sends the results as the first chunk.',
    inStream('are the first chunk when that is asked for, and absent otherwise'),
  ),
  stated(
    '`return_search_results_as_documents` returns them as the tool call `vendor_web_search_documents`.',
    documents(
      'are a tool call of the documented name beside the answer, which ends as usual',
      'come before the calls of the model, in a stream too',
    ),
  ),
  stated(
    '`include_vendor_system_prompt` puts the own prompt of the service before those of the caller; false removes it.',
    characters(
      'include_vendor_system_prompt > puts the service’s prompt before the caller’s, and counts it',
    ),
  ),
  stated(
    'A suffix wins over the body, the body over the default.',
    chat('echoes the parameters in force: suffix over body over default'),
  ),
]

export const VENDOR_PARAMETERS: Section = {
  title: 'vendor_parameters',
  statements: [...limits, ...inName, ...effects],
}
