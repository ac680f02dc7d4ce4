import { from, open, stated, type Section } from '../statement.ts'

const file = 'service/app/money/payments/top-up.test.ts'
// SQLite is there on every machine; Postgres only where its server is.
const top = from(file, "top-ups on 'SQLite'")
const one = from(file, "top-ups on 'SQLite' > one payment")
const chains = 'service/node/payments/chain-top-up.test.ts'
const evm = from(
  'service/app/money/payments/reference-clients.test.ts',
  'a wallet on EVM with the public packages',
)
const solana = from(
  'service/app/money/payments/reference-clients.test.ts',
  'a wallet on Solana with the public packages',
)
const signIn = from('service/app/auth/sign-in/sign-in.test.ts', 'a sign-in is accepted')
const signInRefused = from('service/app/auth/sign-in/sign-in.test.ts', 'a sign-in is refused')
const who = from('service/app/auth/sign-in/sign-in.test.ts', 'who may use what')
const wallet = from('service/app/money/payments/wallet.test.ts', 'a wallet from nothing')
const limits = from('service/app/money/payments/wallet.test.ts', 'limits and refusals')
const discovery = from('service/app/http/errors.test.ts', 'credentials')

export const WALLETS: Section = {
  title: 'Wallets: sign-in, top-up, balance',
  statements: [
    stated(
      '`SIGN-IN-WITH-X` carries a base64 sign-in, and so does the legacy `X-Sign-In-With-X`.',
      signIn('in every public shape by EVM, under both header names'),
      signIn('in every public shape by Solana, under both header names'),
    ),
    stated(
      'EVM wallets sign an EIP-4361 message.',
      evm('signs in to its balance by the challenge of the 402, once per signature'),
      from('contract/wallet/sign-in.test.ts', 'signInText')('is EIP-4361 on an EVM chain'),
    ),
    stated(
      'Solana wallets sign a Solana sign-in message with Ed25519.',
      solana('signs in to its balance by the challenge of the 402, once per signature'),
    ),
    stated(
      'A forged or changed sign-in is refused.',
      signInRefused('when anything was changed after signing, or somebody else signed'),
    ),
    open(
      'A sign-in works once, for five minutes, for this host.',
      signInRefused(
        'when it was used before, however it is spelled',
        'when its times are wrong',
        'when one of 16 at once already used it',
      ),
    ),
    open(
      'Contract wallets sign in by EIP-1271 and ERC-6492.',
      from('service/app/auth/sign-in/contract-wallet.test.ts', 'a contract wallet')(
        'signs in by EIP-1271, with its owner’s signature only',
        'signs in by ERC-6492 before it is deployed, and stays undeployed',
      ),
    ),
    stated(
      'Chat takes a wallet instead of a key.',
      wallet('chats, and is told what remains after the request'),
      from('service/app/money/payments/reference-clients.test.ts')(
        'wrapFetchWithSIWx signs in to chat by itself',
      ),
    ),
    stated(
      'Image operations take a wallet instead of a key.',
      from(
        'service/app/images/image-edit.test.ts',
        'limits',
      )('let a signed-in wallet pay from its own credit'),
    ),
    stated(
      '`POST /x402/top-up` without a payment returns the requirements: `accepts` with USDC on Base and Solana.',
      top(
        'a top-up without a payment > is a 402 with the ways to pay, the same in body and header',
      ),
    ),
    stated(
      'With `PAYMENT-SIGNATURE` it adds credit.',
      evm('tops up by wrapFetchWithPayment, and is credited once'),
      solana('tops up by wrapFetchWithPayment, and is credited once'),
      one('is credited under the name PAYMENT-SIGNATURE in every layout'),
    ),
    stated(
      'The legacy name `X-402-Payment` is accepted.',
      one('is credited under the name X-402-Payment in every layout'),
    ),
    stated(
      'The legacy name `X-PAYMENT` is accepted.',
      one('is credited under the name X-PAYMENT in every layout'),
    ),
    stated(
      'The chains are Base (8453) and Solana mainnet.',
      discovery('uses the contract’s networks for mainnet ids'),
    ),
    open(
      'Without `--network-ids mainnet` they are test networks on embedded chains.',
      from(
        chains,
        'a top-up on the embedded EVM chain',
      )('is settled with the public client’s payment, and credited once'),
      from(
        chains,
        'a top-up on the embedded Solana chain',
      )('is settled with the public client’s payment, and credited once'),
    ),
    stated('The least top-up is $5.', top('a payment is refused > with AMOUNT_TOO_LOW')),
    open('The most is $10,000.', top('a payment is refused > with AMOUNT_TOO_HIGH')),
    open(
      'One signed payment is credited once, whatever happens in between.',
      one('is one credit for 64 submissions at once, under each name and in other spellings'),
      top('a crash > right after "broadcast" pays once and credits once'),
      from('service/node/payments/top-up-kill.test.ts')(
        'loses and doubles nothing when it is killed at any moment of a top-up',
      ),
    ),
    open(
      'A payment header on another operation is refused.',
      limits('takes a payment header on the top-up alone'),
    ),
    stated(
      'Requests are taken from the USDC credit.',
      wallet(
        'chats, and is told what remains after the request',
        'sees its transactions page by page, newest first',
      ),
    ),
    stated(
      '`GET /x402/balance/{walletAddress}` returns the balance.',
      evm('signs in to its balance by the challenge of the 402, once per signature'),
      who('keeps a wallet’s routes to that wallet'),
    ),
    open(
      '`GET /x402/transactions/{walletAddress}` lists top-ups and charges.',
      wallet('sees its transactions page by page, newest first'),
    ),
    open(
      'Ten top-ups, thirty balances and twenty lists are answered in a minute, and five requests at once.',
      limits('answers ten top-ups, thirty balances and twenty lists in a minute'),
      wallet('has at most five requests open, and gets their places back'),
    ),
    open(
      'The public x402 clients sign in and pay unchanged but for the address.',
      evm('tops up by wrapFetchWithPayment, and is credited once'),
      solana('tops up by wrapFetchWithPayment, and is credited once'),
      from('service/app/money/payments/reference-clients.test.ts')(
        'wrapFetchWithSIWx signs in to chat by itself',
      ),
    ),
  ],
}
