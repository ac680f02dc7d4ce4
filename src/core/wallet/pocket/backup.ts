import { base64ToBytes, encodeBase64 } from '../../../../contract/encoding/bytes.ts'
import { canonicalJson } from '../../../../contract/json-text.ts'
import { networkOf } from '../../../../contract/wallet/networks.ts'
import { z } from '../../../../contract/zod.ts'
import type { PocketAccount } from '../../storage/pocket/pocket-records.ts'
import {
  deriveWrappingKey,
  openSecret,
  PBKDF2_ITERATIONS,
  sealSecret,
  type VaultCrypto,
} from '../../vault/vault-cipher.ts'
import { limitsProblem } from './limits.ts'
import {
  accountById,
  addAccount,
  type KeyPlace,
  type Pocket,
  secretOf,
  updateAccount,
} from './pocket-account.ts'
import { PocketFault } from './pocket-fault.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A file can be copied and guessed at for as long as anybody likes, characters. */
const MIN_PASSPHRASE_LENGTH = 12

/** Longest file that is read, characters. */
const MAX_FILE_CHARS = 16_384

const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]{16,200}={0,2}$/))

/** What a file says in clear. All of it is authenticated with the key. */
const accountSchema = z.object({
  family: z.enum(['evm', 'solana']),
  networkId: z.string().check(z.maxLength(80)),
  baseUrl: z.string().check(z.maxLength(2000), z.regex(/^https?:\/\//)),
  address: z.string().check(z.regex(/^\w{20,64}$/)),
  createdAt: z.int(),
  limits: z.object({
    ceilingMicroUsd: z.int(),
    dailyMicroUsd: z.int(),
    perRequestMicroUsd: z.int(),
  }),
  fundedFrom: z.exactOptional(z.string().check(z.regex(/^\w{20,64}$/))),
})

const fileSchema = z.object({
  type: z.literal('vendor-playground-pocket'),
  version: z.literal(1),
  account: accountSchema,
  encryption: z.object({
    // More than this would only keep the page busy.
    iterations: z.int().check(z.minimum(PBKDF2_ITERATIONS), z.maximum(10_000_000)),
    salt: base64,
    iv: base64,
  }),
  key: base64,
})

type BackupFile = z.infer<typeof fileSchema>

/**
 * The backup file of an account that is unlocked: its key, encrypted with a passphrase as the vault does it (PBKDF2,
 * AES-256-GCM). Rejects with a {@link PocketFault}.
 */
export async function backUpPocket(
  pocket: Pocket,
  id: string,
  passphrase: string,
): Promise<{ fileName: string; text: string }> {
  const { crypto, now } = pocket.world
  if (passphrase.length < MIN_PASSPHRASE_LENGTH) throw new PocketFault('short_passphrase')
  if (!pocket.keys.has(id)) throw new PocketFault('locked')
  const saved = await accountById(pocket, id)
  const { family, networkId, baseUrl, address, createdAt, limits, fundedFrom } = saved
  const account = {
    family,
    networkId,
    baseUrl,
    address,
    createdAt,
    limits,
    ...(fundedFrom !== undefined && { fundedFrom }),
  }
  const salt = crypto.getRandomValues(new Uint8Array(32))
  const key = await fileKey(crypto, passphrase, { salt, iterations: PBKDF2_ITERATIONS })
  const secret = await secretOf(pocket, saved)
  const sealed = await sealSecret(crypto, key, refOf(account), secret).finally(() => secret.fill(0))
  const file: BackupFile = {
    type: 'vendor-playground-pocket',
    version: 1,
    account,
    encryption: {
      iterations: PBKDF2_ITERATIONS,
      salt: encodeBase64(salt),
      iv: encodeBase64(sealed.iv),
    },
    key: encodeBase64(sealed.ciphertext),
  }
  const day = new Date(now()).toISOString().slice(0, 10)
  return {
    fileName: `pocket-account-${address.slice(0, 8)}-${day}.json`,
    text: `${JSON.stringify(file, undefined, 2)}\n`,
  }
}

/** Remembers that the backup file was saved: what is lost with this browser can be brought back. */
export async function markBackedUp(pocket: Pocket, id: string): Promise<void> {
  await updateAccount(pocket, id, (account) => ({ ...account, backedUpAt: pocket.world.now() }))
}

/**
 * Brings back the account of a backup file, unlocked; where it is here and its key is lost, the key. Rejects with a
 * {@link PocketFault}, and changes nothing then.
 */
export async function restorePocket(
  pocket: Pocket,
  text: string,
  { passphrase, keyPlace }: { passphrase: string; keyPlace: KeyPlace },
): Promise<PocketAccount> {
  const { crypto, now } = pocket.world
  const { account, encryption, key } = readFile(text)
  const { iterations } = encryption
  const sealed = { iv: fromBase64(encryption.iv), ciphertext: fromBase64(key) }
  const using = await fileKey(crypto, passphrase, { salt: fromBase64(encryption.salt), iterations })
  const secret = await openSecret(crypto, using, refOf(account), sealed).catch((error: unknown) => {
    throw new PocketFault('wrong_passphrase', error)
  })
  return addAccount(
    pocket,
    {
      ...account,
      id: crypto.randomUUID(),
      origin: new URL(account.baseUrl).origin,
      backedUpAt: now(),
    },
    secret,
    keyPlace,
  )
}

function readFile(text: string): BackupFile {
  const file = fileSchema.safeParse(parse(text)).data
  if (file === undefined) throw new PocketFault('invalid_backup')
  const { baseUrl, networkId, family, limits } = file.account
  const network = networkOf(networkId)
  if (
    !URL.canParse(baseUrl) ||
    network?.id !== networkId ||
    network.family !== family ||
    limitsProblem(limits) !== undefined
  )
    throw new PocketFault('invalid_backup')
  return file
}

function parse(text: string): unknown {
  if (text.length > MAX_FILE_CHARS) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the key in a file is encrypted with. A passphrase is compared as Unicode (NFC), not as it was typed. */
async function fileKey(
  crypto: VaultCrypto,
  passphrase: string,
  { salt, iterations }: { salt: Bytes; iterations: number },
): Promise<{ vaultId: string; key: CryptoKey }> {
  const vaultId = 'pocket backup'
  const bytes = new TextEncoder().encode(passphrase.normalize('NFC'))
  const method = { kind: 'passphrase', id: vaultId, salt, iterations } as const
  return { vaultId, key: await deriveWrappingKey(crypto, method, bytes) }
}

/** Binds the key to all that a file says of its account. */
function refOf(account: BackupFile['account']) {
  const { origin } = new URL(account.baseUrl)
  return { origin, connectionId: canonicalJson(account), purpose: 'wallet' } as const
}

function fromBase64(text: string): Bytes {
  const bytes = base64ToBytes(text)
  if (bytes === undefined) throw new PocketFault('invalid_backup')
  return bytes
}
