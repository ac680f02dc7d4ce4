/** The statuses with which APIs refuse a model that they don't have. */
const STATUSES: ReadonlySet<number> = new Set([400, 404, 500])

const CODE = /^model_?not_?found$/i

const WORDS =
  /\bmodel\b(?:[^.\n]|\.\S){0,200}\b(?:not (?:be )?found|does(?: not|n't) exist|is unknown)|\bnot a valid model\b|\b(?:no such|unknown|invalid|no) model(?! (?:parameter|setting|option)s?)\b/i

/** Whether an error response means that the API has no such model: by its code, or by its words. */
export function isMissingModel(error: {
  status: number
  code?: string | undefined
  message: string
}): boolean {
  if (!STATUSES.has(error.status)) return false
  return CODE.test(error.code ?? '') || WORDS.test(error.message)
}
