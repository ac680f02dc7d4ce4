import type { JsonValue } from '../../json.ts'
import { EXAMPLE_TOOL } from './request-structures.ts'
import type { ChatSettingName } from './request.ts'
import type { VendorParameterName } from './vendor-parameters.ts'

/** Where a setting stands: a field of the request, or a member of `vendor_parameters`. */
export type SettingPath =
  | Exclude<ChatSettingName, 'vendor_parameters'>
  | `vendor_parameters.${VendorParameterName}`

/**
 * One valid, non-default example value per request field. A structure starts with it while there is
 * nothing to edit, and the end-to-end tests send each of them once.
 */
export const fieldExamples: Readonly<Record<SettingPath, JsonValue>> = {
  temperature: 0.7,
  top_p: 0.9,
  max_completion_tokens: 4000,
  stream: true,
  stop: ['\n\nEND', '\nSTOP'],
  seed: 7,
  n: 2,
  top_k: 40,
  min_p: 0.05,
  min_temp: 0.2,
  max_temp: 1.2,
  frequency_penalty: 0.5,
  presence_penalty: -0.5,
  repetition_penalty: 1.1,
  max_tokens: 4000,
  stop_token_ids: [50_256, 50_257],
  reasoning_effort: 'low',
  reasoning: { effort: 'high', summary: 'auto' },
  verbosity: 'low',
  text: { verbosity: 'high' },
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'weather', strict: true, schema: EXAMPLE_TOOL.function.parameters },
  },
  logprobs: true,
  top_logprobs: 3,
  stream_options: { include_usage: true },
  include: ['reasoning.encrypted_content'],
  tools: [EXAMPLE_TOOL],
  tool_choice: 'none',
  parallel_tool_calls: false,
  prompt_cache_key: 'manual-v3',
  prompt_cache_retention: '24h',
  fallbacks: [{ model: 'sandbox-fast' }],
  metadata: { project: 'demo' },
  user: 'user-17',
  anon_user_id: 'a1b2c3',
  store: false,
  'vendor_parameters.character_slug': 'ada',
  'vendor_parameters.strip_thinking_response': true,
  'vendor_parameters.disable_thinking': true,
  'vendor_parameters.enable_e2ee': false,
  'vendor_parameters.enable_web_search': 'auto',
  'vendor_parameters.enable_web_scraping': true,
  'vendor_parameters.enable_x_search': true,
  'vendor_parameters.enable_web_citations': true,
  'vendor_parameters.include_search_results_in_stream': true,
  'vendor_parameters.return_search_results_as_documents': true,
  'vendor_parameters.include_vendor_system_prompt': false,
}
