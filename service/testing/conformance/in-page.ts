import { keyOf } from './judge-statements.ts'
import { SECTIONS } from './sections.ts'
import type { Proof } from './statement.ts'

/**
 * Files that name proofs of what is the same code on every platform, so that a run on Node proves it for the page as
 * well. They start no service, or test pictures: in these runs sharp stands for the canvas of a page, too.
 */
const OF_EVERY_PLATFORM: readonly string[] = [
  'contract/errors/read-service-error.test.ts',
  'contract/image/edit-request.test.ts',
  'contract/media/media.test.ts',
  'contract/wallet/sign-in.test.ts',
  'service/app/http/body/read-body.test.ts',
  'service/app/images/edit-plan.test.ts',
  'service/app/images/image-edit.test.ts',
  'service/app/images/image-input.test.ts',
  'service/app/sandbox/sampler.test.ts',
  'service/app/limits/failure-budget.test.ts',
  'service/app/limits/window-counters.test.ts',
]

const CHAINS = 'a page runs no chains: start the local service with `npm start`'
const SIGN_IN = 'a page has no address of its own that a wallet could sign in to'
const HTTP = 'a page has no HTTP of its own: nothing is sent'
const SLOW = 'many edits at once take a page too long to wait for in a test'
const ROUTES = 'a page has neither the routes of chains and hosting nor a list of routes to test'
const PARSERS = 'a page has no parsers of documents: start the local service with `npm start`'
const OUTBOUND = 'a page contacts no other server: start the local service with `npm start`'

/** Why a page can't pass a test: a whole file, or titles of it. */
const NOT_IN_PAGE: readonly { why: string; file: string; titles?: readonly string[] }[] = [
  { why: CHAINS, file: 'service/app/money/payments/top-up.test.ts' },
  { why: CHAINS, file: 'service/app/money/payments/reference-clients.test.ts' },
  { why: CHAINS, file: 'service/app/money/payments/wallet.test.ts' },
  { why: CHAINS, file: 'service/app/auth/sign-in/contract-wallet.test.ts' },
  { why: CHAINS, file: 'service/node/payments/chain-top-up.test.ts' },
  { why: CHAINS, file: 'service/node/payments/top-up-kill.test.ts' },
  { why: SIGN_IN, file: 'service/app/auth/sign-in/sign-in.test.ts' },
  { why: HTTP, file: 'service/node/ingress.test.ts' },
  { why: HTTP, file: 'service/node/hosting/delivery.test.ts' },
  { why: HTTP, file: 'service/app/auth/guard-over-http.test.ts' },
  { why: HTTP, file: 'service/app/http/encoding.test.ts' },
  {
    why: PARSERS,
    file: 'service/app/inference/inputs/inputs.test.ts',
    titles: ['pdf', 'docx', 'xlsx', 'xls', 'pptx', 'epub'].map(
      (type) => `a file > a.${type} becomes text, and is described by what was read`,
    ),
  },
  {
    why: OUTBOUND,
    file: 'service/app/images/image-edit.test.ts',
    titles: ['the body > may name a public web address, and no other'],
  },
  {
    why: SLOW,
    file: 'service/app/images/image-edit.test.ts',
    titles: ['the price > must be covered before anything is done, also by many at once'],
  },
  {
    why: SIGN_IN,
    file: 'service/app/images/image-edit.test.ts',
    titles: ['limits > let a signed-in wallet pay from its own credit'],
  },
  {
    why: HTTP,
    file: 'service/testing/conformance/headers.test.ts',
    titles: ['a header > has the same meaning in any letter case'],
  },
  {
    why: HTTP,
    file: 'service/app/http/errors.test.ts',
    titles: [
      'validation > answers 413 above the limit, declared or counted',
      'credentials > answers 401 for a key it does not know, and takes further keys from the environment',
    ],
  },
  {
    why: CHAINS,
    file: 'service/app/http/errors.test.ts',
    titles: [
      'credentials > answers 402 discovery without any, with a fresh challenge each time',
      'credentials > uses the contract’s networks for mainnet ids',
    ],
  },
  { why: ROUTES, file: 'service/app/operations/openapi/openapi.test.ts' },
  { why: ROUTES, file: 'service/testing/fuzz/routes-fuzz.test.ts' },
  {
    why: OUTBOUND,
    file: 'service/app/inference/inputs/inputs.test.ts',
    titles: [
      'an address > of an image or a file is fetched and measured',
      'the parts of a message > of type image_url are at most 10 in one message',
      'web scraping > reads the addresses of the last user message, lists them, and charges what was read',
      'web scraping > adds what it read to the prompt, and nothing is charged for what it did not',
      'web scraping > reads five addresses at most, each once',
    ],
  },
]

const proofs = SECTIONS.flatMap(({ statements }) => statements.flatMap(({ proof }) => proof))

/** Why a page can't pass a test; undefined where it has to. */
export function notInPage({ file, title }: Proof): string | undefined {
  return NOT_IN_PAGE.find((entry) => entry.file === file && (entry.titles?.includes(title) ?? true))
    ?.why
}

/** Whether a test proves the same of every platform. */
export function isOfEveryPlatform({ file }: Proof): boolean {
  return OF_EVERY_PLATFORM.includes(file)
}

const wanted = proofs.filter((proof) => !isOfEveryPlatform(proof) && notInPage(proof) === undefined)
const keys = new Set(wanted.map(keyOf))

/** The files that run against the service in the page. */
export const PAGE_FILES: readonly string[] = [...new Set(wanted.map(({ file }) => file))]

/** Whether a test runs against the service in the page: a statement names it. */
export function runsInPage(proof: Proof): boolean {
  return keys.has(keyOf(proof))
}
