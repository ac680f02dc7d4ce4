import { hexOfBytes } from '../../../contract/e2ee/hex.ts'
import { sha256 } from '../encoding/sha256.ts'

/** The USDC transfer in a Solana payment. Addresses in base58. */
export interface SolanaTransfer {
  readonly mint: string
  /** The token account that receives. */
  readonly destination: string
  /** The owner whose tokens move. */
  readonly payer: string
  /** Atomic units. */
  readonly amount: bigint
  /** SHA-256 of the message, lower-case hex: the same however the transaction was encoded. */
  readonly messageHash: string
  readonly blockhash: string
}

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const TRANSFER_CHECKED = 12
const TRANSFER_CHECKED_BYTES = 10

/**
 * Finds the first TransferChecked of a base64 wire transaction; undefined when there is none or the
 * bytes are no transaction. Whether the rest of the transaction is allowed is the facilitator's to say.
 */
export async function readSolanaTransfer(base64: string): Promise<SolanaTransfer | undefined> {
  const { getBase64Encoder, getCompiledTransactionMessageDecoder, getTransactionDecoder } =
    await import('@solana/kit')
  try {
    const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(base64))
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const accounts = message.staticAccounts
    for (const { programAddressIndex, accountIndices = [], data } of message.instructions) {
      if (accounts[programAddressIndex] !== TOKEN_PROGRAM) continue
      if (data?.[0] !== TRANSFER_CHECKED || data.length !== TRANSFER_CHECKED_BYTES) continue
      const [, mint, destination, payer] = accountIndices.map((index) => accounts[index])
      if (mint === undefined || destination === undefined || payer === undefined) return undefined
      const amount = new DataView(Uint8Array.from(data).buffer).getBigUint64(1, true)
      const messageHash = hexOfBytes(sha256(Uint8Array.from(messageBytes)))
      return { mint, destination, payer, amount, messageHash, blockhash: message.lifetimeToken }
    }
    return undefined
  } catch {
    return undefined
  }
}

/** The token account that an owner has for a mint. */
export async function associatedTokenAccount(owner: string, mint: string): Promise<string> {
  const { address, getAddressEncoder, getProgramDerivedAddress } = await import('@solana/kit')
  const encoder = getAddressEncoder()
  const [account] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [owner, TOKEN_PROGRAM, mint].map((text) => encoder.encode(address(text))),
  })
  return account
}
