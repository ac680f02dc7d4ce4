/** The kinds of wallets that code can be written for. */
export type WalletFamily = 'evm' | 'solana'

/** How the code of one family of wallets differs from that of the other. */
export interface FamilyCode {
  /** What chain ids begin with. */
  chains: string
  /** `type` of a sign-in. */
  signature: string
  imports: readonly string[]
  payImport: string
  account: readonly string[]
  scheme: string
  packages: string
}

/** How code is written for each kind of wallet. */
export const FAMILIES: Readonly<Record<WalletFamily, FamilyCode>> = {
  evm: {
    chains: 'eip155:',
    signature: 'eip191',
    imports: ['import { privateKeyToAccount } from "viem/accounts";'],
    payImport: 'import { ExactEvmScheme } from "@x402/evm/exact/client";',
    account: [
      '// The private key of an EVM wallet: 0x and 64 hexadecimal digits.',
      'const account = privateKeyToAccount(process.env["EVM_PRIVATE_KEY"]);',
    ],
    scheme: 'new ExactEvmScheme(account)',
    packages: '@x402/core @x402/evm @x402/extensions viem',
  },
  solana: {
    chains: 'solana:',
    signature: 'ed25519',
    imports: ['import { createKeyPairSignerFromBytes, getBase58Encoder } from "@solana/kit";'],
    payImport: 'import { ExactSvmScheme } from "@x402/svm/exact/client";',
    account: [
      '// The private key of a Solana wallet as wallets export it: 64 bytes in base58.',
      'const secret = getBase58Encoder().encode(process.env["SOLANA_PRIVATE_KEY"]);',
      'const account = await createKeyPairSignerFromBytes(secret);',
    ],
    // The chain is read for a recent block; without an address the public one of the network is.
    scheme: 'new ExactSvmScheme(account, { rpcUrl: process.env["SOLANA_RPC_URL"] })',
    packages: '@x402/core @x402/svm @x402/extensions @solana/kit@5',
  },
}

/** What someone has to install besides what the language's own hint says. */
export function walletPackages(wallet: WalletFamily): string {
  return FAMILIES[wallet].packages
}
