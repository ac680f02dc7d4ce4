/*
 * What is charged per use, beside tokens. The local service's own figures: the contract says only
 * that such use is billed.
 */

/** A million tokens to embed, micro-USD. */
export const EMBEDDING_MICRO_USD_PER_MILLION = 150_000

/** One generated image, micro-USD. */
export const GENERATED_IMAGE_MICRO_USD = 10_000

/** A million characters to speak, micro-USD. */
export const SPEECH_MICRO_USD_PER_MILLION = 3_500_000

/** One second of audio to transcribe, micro-USD. */
export const TRANSCRIPTION_MICRO_USD_PER_SECOND = 100

/** One queued video, micro-USD. */
export const QUEUED_VIDEO_MICRO_USD = 50_000

/** One queued audio job, micro-USD. */
export const QUEUED_AUDIO_MICRO_USD = 20_000

/** One credit of the JSON-RPC proxy, micro-USD. */
export const RPC_CREDIT_MICRO_USD = 1
