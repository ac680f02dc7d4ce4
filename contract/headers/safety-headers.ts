import { type HeaderSpec } from './header-spec.ts'

/** Headers about the content and the enclave (contract "Versioning", "Limits", "Authentication"). */
export const SAFETY_HEADERS: readonly HeaderSpec[] = [
  {
    name: 'x-vendor-is-blurred',
    type: 'boolean',
    group: 'content-safety',
    appears: 'image responses with safe mode',
    meaning: 'Whether the image was blurred as adult content.',
    use: 'Turn safe mode off, or change the prompt.',
    inContract: true,
  },
  {
    name: 'x-vendor-is-content-violation',
    type: 'boolean',
    group: 'content-safety',
    appears: 'generated content',
    meaning: 'Whether the content violates the content policy.',
    use: 'Change the prompt or the image.',
    inContract: true,
  },
  {
    name: 'x-vendor-is-adult-model-content-violation',
    type: 'boolean',
    group: 'content-safety',
    appears: 'image responses',
    meaning: 'Whether the content violates the policy of an adult model.',
    use: 'Change the prompt or the image.',
    inContract: true,
  },
  {
    name: 'x-vendor-contains-minor',
    type: 'boolean',
    group: 'content-safety',
    appears: 'image analysis with age detection',
    meaning: 'Whether the image seems to show a minor.',
    use: 'Use another image.',
    inContract: true,
  },
  {
    name: 'x-vendor-tee',
    type: 'boolean',
    group: 'encryption',
    appears: 'models that run in an enclave',
    meaning: 'Whether the service reports a trusted execution environment.',
    use: 'Check the attestation to be sure.',
    inContract: false,
  },
  {
    name: 'x-vendor-tee-provider',
    type: 'string',
    group: 'encryption',
    appears: 'models that run in an enclave',
    meaning: 'Who runs the enclave, as reported by the service.',
    use: 'Compare it with the attestation.',
    inContract: false,
  },
]
