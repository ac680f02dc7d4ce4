import sharp from 'sharp'

import { BASE, BASE_SEPOLIA, SOLANA, SOLANA_DEVNET } from '../../contract/wallet/networks.ts'
import type { Adapters, Storage } from '../app/adapters.ts'
import type { ContractVerifier } from '../app/auth/sign-in/verify-sign-in.ts'
import { centered, type Quality } from '../app/images/edit-plan.ts'
import type {
  Channels,
  FileOptions,
  HeaderResult,
  MakeTools,
  PictureCodec,
  PictureSample,
  WorkLimits,
} from '../app/images/picture-codec.ts'
import { renderEdit } from '../app/images/render-edit.ts'
import { renderImage } from '../app/images/render-image.ts'
import type { DocumentReader } from '../app/inference/documents/document-reader.ts'
import type { Counters } from '../app/limits/counters.ts'
import type { Log } from '../app/log.ts'
import type { PaymentRail, PaymentRails, RailTerms } from '../app/money/payments/payment-rails.ts'
import { type Chains, createChains } from './chains/chains.ts'
import { createDocumentProcesses } from './documents/document-processes.ts'
import { compressBytes } from './hosting/static-files.ts'
import { createOutboundClient } from './outbound/outbound-client.ts'
import type { OutboundPolicy } from './outbound/outbound-policy.ts'
import type { InstallPart } from './part-installer.ts'
import { createEvmFacilitator } from './payments/evm-facilitator.ts'
import { createRemoteFacilitator } from './payments/remote-facilitator.ts'
import { createSvmFacilitator } from './payments/svm-facilitator.ts'
import {
  borderSvg,
  change,
  inTime,
  openImage,
  type Picture,
  sceneSvg,
  textSvg,
  toPicture,
} from './pictures/picture.ts'

const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 }

const sharpTools: MakeTools<Picture> = (limits) => ({
  decode: (bytes, { width, height }) =>
    toPicture(openImage(bytes).autoOrient().resize(width, height, { fit: 'fill' }), limits),
  cut: (picture, part, { width, height }) =>
    change(picture, limits, (image) => image.extract(part).resize(width, height, { fit: 'fill' })),
  pad: (picture, size) => {
    const { left, top } = centered(size, picture)
    const right = size.width - picture.width - left
    const bottom = size.height - picture.height - top
    const margins = { left, top, right, bottom, background: NOTHING }
    return change(picture, limits, (image) => image.extend(margins))
  },
  resize: (picture, { width, height }, kernel) =>
    change(picture, limits, (image) =>
      image.resize(width, height, { fit: 'fill', kernel: kernel ?? 'lanczos3' }),
    ),
  recomb: (picture, [red, green, blue]) =>
    change(picture, limits, (image) => image.recomb([[...red], [...green], [...blue]])),
  linear: (picture, factors, offsets) =>
    change(picture, limits, (image) => image.linear(withAlpha(factors, 1), withAlpha(offsets, 0))),
  blur: (picture, sigma) => change(picture, limits, (image) => image.blur(sigma)),
  sharpen: (picture) =>
    change(picture, limits, (image) => image.sharpen({ sigma: 1.5, m1: 1, m2: 3 })),
  flip: (picture) => change(picture, limits, (image) => image.flip()),
  mirror: (picture) => change(picture, limits, (image) => image.flop()),
  rotate: (picture, degrees) =>
    change(picture, limits, (image) => image.rotate(degrees, { background: NOTHING })),
  onWhite: (picture) => change(picture, limits, (image) => image.flatten({ background: 'white' })),
  difference: (picture, { pixels, width, height }) => {
    const raw = { width, height, channels: 4 } as const
    const over = { input: pixels, raw, blend: 'difference' } as const
    return change(picture, limits, (image) => image.composite([over]))
  },
  border: (picture, color, thickness) =>
    change(picture, limits, (image) =>
      image.composite([{ input: borderSvg(picture, color, thickness) }]),
    ),
  addText: (picture, strip) =>
    change(picture, limits, (image) =>
      image.composite([{ input: textSvg(strip), gravity: 'south' }]),
    ),
  paint: (size, scene) => toPicture(sharp(sceneSvg(size, scene)), limits),
  encode: (picture, options) => encodePicture(picture, options, limits),
})

function withAlpha(channels: Channels, alpha: number): number[] {
  return [...channels, alpha]
}

/** Encoder quality of JPEG and WebP, and colors of a PNG; the best PNG keeps them all. */
const SETTINGS: Readonly<Record<Quality, { quality: number; colors?: number }>> = {
  low: { quality: 45, colors: 16 },
  medium: { quality: 70, colors: 256 },
  high: { quality: 90 },
}

/**
 * A picture as a file without any metadata. JPEG knows no transparency: there it becomes white.
 * An opaque picture gets no alpha channel.
 */
function encodePicture(
  { pixels, width, height }: Picture,
  options: FileOptions,
  limits: WorkLimits,
): Promise<Uint8Array> {
  const { quality, colors } = SETTINGS[options.quality]
  const raw = sharp(pixels, { raw: { width, height, channels: 4 } })
  const image = options.isOpaque ? raw.removeAlpha() : raw
  return inTime(limits, image, (timed) => {
    switch (options.format) {
      case 'png':
        return timed
          .png(colors === undefined ? { compressionLevel: 6 } : { palette: true, colors })
          .toBuffer()
      case 'jpeg':
        return timed.flatten({ background: 'white' }).jpeg({ quality }).toBuffer()
      case 'webp':
        return timed.webp({ quality }).toBuffer()
    }
  })
}

/** What Node's adapters are made of. */
export interface NodeAdapterOptions {
  storage: Storage
  counters: Counters
  log: Log
  networkIds?: 'test' | 'mainnet'
  /** Where the chains are kept; absent keeps them in memory. */
  dataDirectory?: string | undefined
  /** Whether chains may be embedded here; they may when absent. */
  hasChains?: boolean
  /** True when nothing outlives the process, so that mainnet ids may name throw-away chains. */
  isMemory?: boolean
  /** Settles payments on public chains; absent settles on the embedded ones, where those are allowed. */
  remoteFacilitator?: RemoteFacilitatorOptions | undefined
  /** Payments on the embedded chains come with signed offers and receipts. */
  signsStatements?: boolean
  /** What may be contacted; the public web when absent. Only tests have another policy. */
  outboundPolicy?: OutboundPolicy
  /** Turns files into text; processes when absent. Only tests do without. */
  readDocument?: DocumentReader
  /** Gets packages that are installed when they are first needed; absent where all are there. */
  installPart?: InstallPart | undefined
}

/** What Node brings to the service. The chains start when they are first asked; close them after it. */
export interface NodeAdapters extends Adapters {
  chains: Chains | undefined
}

/** Puts Node's adapters together. The storage and the counters stay the caller's to close. */
export function createNodeAdapters(options: NodeAdapterOptions): NodeAdapters {
  const { storage, counters, log, networkIds = 'test', dataDirectory, installPart } = options
  const { signsStatements } = options
  const isEmbedded =
    options.hasChains !== false &&
    options.remoteFacilitator === undefined &&
    (networkIds === 'test' || options.isMemory === true)
  const chains = isEmbedded
    ? createChains({ networkIds, dataDirectory, signsStatements, installPart })
    : undefined
  return {
    storage,
    counters,
    pictures: sharpCodec,
    readDocument:
      options.readDocument ?? createDocumentProcesses(undefined, undefined, installPart),
    outbound: createOutboundClient(options.outboundPolicy),
    rails: chains ? embeddedRails(chains) : remoteRails(networkIds, options.remoteFacilitator),
    chains,
    verifyContract: chains && contractVerifier(chains),
    compress: compressBytes,
    log,
  }
}

/** Payments on the embedded chains. Asking for the terms starts neither of them. */
export function embeddedRails(chains: Chains): PaymentRails {
  const { evm, solana } = chains.rails
  const { name, version } = evm.network.domain
  const evmTerms: RailTerms = { ...evm, extra: { name, version } }
  const { feePayer, ...ofSolana } = solana
  const solanaTerms: RailTerms = { ...ofSolana, extra: { feePayer } }
  return {
    evm: evm.network,
    solana: solana.network,
    rails: [
      {
        ...evmTerms,
        facilitator: createEvmFacilitator(evmTerms, () => chains.evm()),
        sign: chains.statements?.evm,
      },
      {
        ...solanaTerms,
        facilitator: createSvmFacilitator(solanaTerms, () => chains.svm()),
        sign: chains.statements?.solana,
      },
    ],
  }
}

/** Checks the signatures of contract wallets on the embedded EVM chain, which starts for it. */
export function contractVerifier(chains: Chains): ContractVerifier {
  return async ({ address, message, signature }) => {
    const { isAddress, isHex } = await import('viem')
    if (!isAddress(address, { strict: false }) || !isHex(signature)) return false
    const { client } = await chains.evm()
    return client.verifyMessage({ address, message, signature })
  }
}

/** A facilitator elsewhere, and where payments go. A chain without an address is not offered. */
interface RemoteFacilitatorOptions {
  url: string
  payToEvm: string | undefined
  payToSolana: string | undefined
  /** The facilitator's account that pays network fees on Solana. */
  solanaFeePayer: string | undefined
}

/** Payments on public chains, through a facilitator elsewhere; none without one. */
export function remoteRails(
  networkIds: 'test' | 'mainnet',
  remote: RemoteFacilitatorOptions | undefined,
): PaymentRails {
  const evm = networkIds === 'test' ? BASE_SEPOLIA : BASE
  const solana = networkIds === 'test' ? SOLANA_DEVNET : SOLANA
  if (remote === undefined) return { evm, solana, rails: [] }
  const { url, payToEvm, payToSolana, solanaFeePayer } = remote
  const rail = (terms: RailTerms): PaymentRail => ({
    ...terms,
    facilitator: createRemoteFacilitator(url, terms),
  })
  const rails: PaymentRail[] = []
  if (payToEvm !== undefined)
    rails.push(rail({ network: evm, asset: evm.asset, payTo: payToEvm, extra: { ...evm.domain } }))
  if (payToSolana !== undefined && solanaFeePayer !== undefined)
    rails.push(
      rail({
        network: solana,
        asset: solana.asset,
        payTo: payToSolana,
        extra: { feePayer: solanaFeePayer },
      }),
    )
  return { evm, solana, rails }
}

/** Pictures by sharp (libvips). */
export const sharpCodec: PictureCodec = {
  readHeader,
  sample,
  edit: renderEdit(sharpTools),
  draw: renderImage(sharpTools),
}

async function readHeader(
  ...[bytes, type]: Parameters<PictureCodec['readHeader']>
): Promise<HeaderResult> {
  // The limit is off because nothing is decoded here; it would hide how large the image is.
  const header = await sharp(bytes, { limitInputPixels: false, page: 0, pages: 1 })
    .metadata()
    .catch(() => undefined)
  const isHeif = type === 'heic' || type === 'avif'
  if (isHeif && header?.compression !== 'av1' && !readsHevc())
    return { ok: false, reason: 'unsupported' }
  if (header?.format !== (isHeif ? 'heif' : type)) return { ok: false, reason: 'damaged' }
  const { width, height } = header.autoOrient
  const texts = (header.comments ?? []).map(({ keyword, text }) => `${keyword} ${text}`)
  return { ok: true, value: { width, height, hasAlpha: header.hasAlpha, texts } }
}

/** Photographs from phones are HEVC in HEIF, for which most builds of libvips have no decoder. */
function readsHevc(): boolean {
  return sharp.format.heif.input.fileSuffix?.includes('.heic') === true
}

async function sample(
  ...[bytes, longEdge, limits]: Parameters<PictureCodec['sample']>
): Promise<PictureSample | undefined> {
  const small = openImage(bytes)
    .autoOrient()
    .resize(longEdge, longEdge, { fit: 'inside', kernel: 'nearest', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
  try {
    const { data, info } = await inTime(limits, small, (timed) =>
      timed.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    )
    return { rgb: data, width: info.width, height: info.height }
  } catch {
    limits.signal.throwIfAborted()
    return undefined
  }
}
