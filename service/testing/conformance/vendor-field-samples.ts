import type { VendorParameterName } from '../../../contract/chat/request/vendor-parameters.ts'
import type { FieldSamples } from './field-samples.ts'

const BOOLEAN = { takes: [true, false], refuses: ['true', 1, null] }

/** Every member of `vendor_parameters` (contract, "vendor_parameters (request)"). */
export const VENDOR_FIELD_SAMPLES: Readonly<Record<VendorParameterName, FieldSamples>> = {
  character_slug: { says: 'text, none when absent', takes: ['ada'], refuses: [1, null] },
  strip_thinking_response: { says: 'true or false, false when absent', ...BOOLEAN },
  disable_thinking: { says: 'true or false, false when absent', ...BOOLEAN },
  enable_e2ee: { says: 'true or false', ...BOOLEAN },
  enable_web_search: {
    says: 'one of off, on, auto; off when absent',
    takes: ['off', 'on', 'auto'],
    refuses: ['yes', true, null],
  },
  enable_web_scraping: { says: 'true or false, false when absent', ...BOOLEAN },
  enable_x_search: { says: 'true or false, false when absent', ...BOOLEAN },
  enable_web_citations: { says: 'true or false, false when absent', ...BOOLEAN },
  include_search_results_in_stream: { says: 'true or false, false when absent', ...BOOLEAN },
  return_search_results_as_documents: { says: 'true or false, false when absent', ...BOOLEAN },
  include_vendor_system_prompt: { says: 'true or false, true when absent', ...BOOLEAN },
}
