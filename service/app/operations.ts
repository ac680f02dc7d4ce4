import type { RateLimitTable } from '../../contract/limits/rate-limits.ts'
import { web3Key, type Web3KeyService } from './auth/web3-key.ts'
import type { AppContext } from './http/app-environment.ts'
import { imageEdit, type ImageEditService } from './images/image-edit.ts'
import type { ChatService } from './inference/chat/chat-completions.ts'
import { attestation } from './inference/e2ee/attestation.ts'
import type { FailureBudget } from './limits/failure-budget.ts'
import { listCharacters, readCharacter } from './models/characters-routes.ts'
import type { EmbeddedChains } from './money/chains/chains.ts'
import { topUp, type TopUpService } from './money/payments/x402-top-up.ts'
import {
  walletBalance,
  type WalletService,
  walletTransactions,
} from './money/payments/x402-wallet.ts'
import { SPEECH, TRANSCRIPTION } from './operations/audio.ts'
import { billingUsage } from './operations/billing-usage.ts'
import { cryptoRpc, rpcNetworks } from './operations/crypto-rpc.ts'
import { EMBEDDINGS } from './operations/embeddings.ts'
import { IMAGE_GENERATE, IMAGES_GENERATIONS, imageStyles } from './operations/image-generation.ts'
import { readOpenApi } from './operations/openapi/operations.ts'
import { QUEUED_AUDIO, QUEUED_VIDEO, queueRoutes } from './operations/queued.ts'

/** What the API needs from the service. */
export interface ApiService
  extends ChatService, ImageEditService, WalletService, TopUpService, Web3KeyService {
  failures: FailureBudget
  /** Behaves as the real service does where that differs from the contract. */
  likeProvider: boolean
  limits: RateLimitTable
  /** Absent where no chain is embedded. */
  chains: EmbeddedChains | undefined
}

export type OperationHandlers = ReturnType<typeof createOperations>

/** The handlers of everything but chat and models, loaded when one of them is first asked for. */
export function createOperations(service: ApiService) {
  const video = queueRoutes(service, QUEUED_VIDEO)
  const audio = queueRoutes(service, QUEUED_AUDIO)
  const ofWallet = web3Key(service)
  return {
    attestation: attestation(service),
    imageEdit: imageEdit(service),
    imageGenerate: IMAGE_GENERATE.handle(service),
    imageGenerations: IMAGES_GENERATIONS.handle(service),
    imageStyles: imageStyles(),
    speech: SPEECH.handle(service),
    transcription: TRANSCRIPTION.handle(service),
    videoQueue: video.queue,
    videoRetrieve: video.retrieve,
    videoComplete: video.complete,
    audioQueue: audio.queue,
    audioRetrieve: audio.retrieve,
    audioComplete: audio.complete,
    embeddings: EMBEDDINGS.handle(service),
    rpcNetworks: rpcNetworks(service),
    cryptoRpc: cryptoRpc(service),
    billingUsage: billingUsage(service),
    web3Token: ofWallet.token,
    web3Key: ofWallet.key,
    topUp: topUp(service),
    walletBalance: walletBalance(service),
    walletTransactions: walletTransactions(service),
    listCharacters: listCharacters(service),
    readCharacter: readCharacter(service),
    readOpenApi: readOpenApi(),
  } satisfies Record<string, (context: AppContext) => Response | Promise<Response>>
}
