import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { BASE, BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'
import { diemHeld } from '../../client/account/diem.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { agreeToUpstream } from '../../storage/payments/agreed-upstream.ts'
import { payingWallet } from '../../storage/payments/paying-wallet.ts'
import { walletCredential } from '../sign-in/wallet-credential.ts'
import {
  connection,
  createFakeWallet,
  type Fault,
  ORIGIN,
  PAY_TO,
  reached,
  session,
  settled,
  WALLET,
} from '../testing/fake-wallet.ts'
import { followOwner } from './follow-owner.ts'
import { cancelSignIn, refreshBalance, signIn } from './sign-in.ts'

const owner = `${ORIGIN} ${WALLET}`
const evm = { network: BASE_SEPOLIA, rpcUrl: `${ORIGIN}/local/rpc/evm`, payTo: PAY_TO }
const OTHER = '0x00000000000000000000000000000000000000c3'

let stop = () => {}

/** A wallet that the area follows, as it does in the page. */
function follow(faults: readonly Fault[] = []) {
  const fake = createFakeWallet(faults)
  stop()
  fake.wallet.view.setState({ local: { chains: [evm], faucetUrl: '' } })
  fake.wallet.session.setState({ session })
  stop = followOwner(fake.wallet)
  return fake
}

const isPaying = ({ state }: ReturnType<typeof follow>) =>
  state.connection?.credential?.kind === 'wallet'

/** Nothing is under way, and what is paid with and what is shown agree. */
function expectTidy(fake: ReturnType<typeof follow>, what: string): void {
  const { isSigningIn, signedIn, isLoadingRequirements } = fake.wallet.view.getState()
  expect(isSigningIn, `${what}: not under way`).toBe(false)
  expect(isLoadingRequirements, `${what}: not asking`).toBe(false)
  expect(fake.wallet.signatureWaits.getState().waiting, `${what}: nobody waits`).toEqual([])
  expect(signedIn !== undefined, `${what}: paying is what is shown`).toBe(isPaying(fake))
  const texts = fake.state.signedTexts
  expect(new Set(texts).size, `${what}: no text signed twice`).toBe(texts.length)
}

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no chain')))
})
afterEach(() => {
  stop()
  stop = () => {}
  vi.unstubAllGlobals()
})

it('asks for one signature, reads the credit, and pays from the wallet from then on', async () => {
  const fake = follow()
  await signIn(fake.wallet)
  expect(fake.state.signedTexts).toHaveLength(1)
  expect(fake.wallet.view.getState()).toMatchObject({ signedIn: owner, signInTrouble: undefined })
  expect(isPaying(fake)).toBe(true)
  expect(payingWallet()).toEqual({ baseUrl: connection.baseUrl, address: WALLET })
  // The top bar knows it without asking again.
  expect(fake.state.account).toEqual({ balanceMicroUsd: 0, balanceAt: fake.state.now })
  expect(fake.state.readings).toEqual([expect.objectContaining({ owner, source: 'balance' })])
  expect(fake.wallet.view.getState().requirements).toMatchObject({ header: 'same' })
})

it('shows the DIEM of a linked account, also after a response that tells the USD alone', async () => {
  const fake = follow()
  fake.state.serviceMicroDiem = 3_500_000
  await signIn(fake.wallet)
  expect(fake.state.microDiem).toBe(3_500_000)
  fake.state.now += 1
  fake.wallet.account.show(9_000_000, fake.state.now)
  await settled()
  expect(fake.wallet.view.getState().balances.at(-1)).toMatchObject({ source: 'answer' })
  expect(diemHeld(fake.wallet.view.getState().balances)).toBe(3_500_000)
  delete fake.state.serviceMicroDiem
  fake.state.now += 1
  await refreshBalance(fake.wallet)
  expect(fake.state.microDiem).toBe(0)
})

it('knows nothing of another wallet in the same page', async () => {
  const one = follow()
  stop = () => {}
  const other = follow()
  await signIn(one.wallet)
  expect(one.wallet.view.getState().signedIn).toBe(owner)
  expect(other.wallet.view.getState()).toMatchObject({ signedIn: undefined, balances: [] })
  expect(isPaying(other)).toBe(false)
  expect(other.state.calls.filter(({ call }) => call.startsWith('api.'))).toEqual([])
})

async function everyCall() {
  const fake = follow()
  await signIn(fake.wallet)
  return fake.state.calls
}

describe('whatever happens at any call', () => {
  it('a call that fails: nothing stays under way, and it is told', async () => {
    const calls = await everyCall()
    expect(calls.length).toBeGreaterThan(5)
    for (const { call, n } of calls) {
      const fake = follow([{ call, n, how: 'throws' }])
      await signIn(fake.wallet)
      expectTidy(fake, `${call} ${n}`)
      if (!isPaying(fake)) expect(fake.wallet.view.getState().signInTrouble, call).toBeDefined()
    }
  })

  it('another account at any call: nothing of the sign-in is applied to it', async () => {
    for (const { call, n } of await everyCall()) {
      const how: Fault['how'] = async (proceed) => {
        const result = await proceed()
        fake.wallet.session.setState({ session: { ...session, address: OTHER } })
        await settled()
        return result
      }
      const fake = follow([{ call, n, how }])
      await signIn(fake.wallet)
      await settled()
      expectTidy(fake, `${call} ${n}`)
      expect(isPaying(fake), `${call} ${n}`).toBe(false)
      expect(fake.wallet.view.getState(), `${call} ${n}`).toMatchObject({
        ownerId: `${ORIGIN} ${OTHER}`,
        signInTrouble: undefined,
      })
      expect(fake.wallet.view.getState().balances).toEqual([])
    }
  })

  it('another API at any call: it is not paid from the wallet', async () => {
    const other = {
      ...connection,
      kind: 'remote' as const,
      baseUrl: 'https://other.example/api/v1',
    }
    for (const { call, n } of await everyCall()) {
      const fake = follow([
        {
          call,
          n,
          how: async (proceed) => {
            const result = await proceed()
            fake.state.connection = other
            // Every change of a connection is told, as this one by the wallet's next word.
            fake.wallet.session.setState({ session: { ...session } })
            await settled()
            return result
          },
        },
      ])
      await signIn(fake.wallet)
      await settled()
      expectTidy(fake, `${call} ${n}`)
      expect(fake.state.connection?.credential, `${call} ${n}`).toBeUndefined()
    }
  })

  it('giving up on a call that hangs: it is over at once, and can be begun again', async () => {
    for (const { call, n } of (await everyCall()).slice(0, 4)) {
      const fake = follow([{ call, n, how: 'hangs' }])
      void signIn(fake.wallet)
      await reached(fake.state, call, n)
      await settled()
      // What is only stored holds nothing up.
      if (!fake.wallet.view.getState().isSigningIn) continue
      cancelSignIn(fake.wallet)
      await settled()
      expectTidy(fake, `${call} ${n}`)
      expect(fake.wallet.view.getState().signInTrouble).toBeUndefined()
      await signIn(fake.wallet)
      expect(isPaying(fake), `${call} ${n}`).toBe(true)
    }
  })
})

it('asks the wallet nothing when the challenge is for another host', async () => {
  const fake = follow()
  const { signInChallenge } = fake.wallet.api
  fake.wallet.api.signInChallenge = async (...asked) => {
    const answer = await signInChallenge(...asked)
    return 'challenge' in answer && typeof answer.challenge === 'object'
      ? {
          challenge: {
            ...answer.challenge,
            info: { ...answer.challenge.info, domain: 'evil.example' },
          },
        }
      : answer
  }
  await signIn(fake.wallet)
  expect(fake.state.signedTexts).toEqual([])
  expect(fake.wallet.view.getState().signInTrouble).toMatchObject({
    kind: 'challenge',
    problems: [expect.objectContaining({ field: 'domain' })],
  })
})

it('takes nothing from a challenge: a UUID as nonce and old times are noted, and it signs', async () => {
  const fake = follow()
  const { signInChallenge } = fake.wallet.api
  const uuid = '7b8a3c52-3f4e-4b0e-9d38-5a1c7e2f9b10'
  fake.wallet.api.signInChallenge = async (...asked) => {
    const answer = await signInChallenge(...asked)
    if (!('challenge' in answer) || typeof answer.challenge !== 'object') return answer
    const info = { ...answer.challenge.info, nonce: uuid, issuedAt: '2001-01-01T00:00:00Z' }
    return { challenge: { ...answer.challenge, info } }
  }
  await signIn(fake.wallet)
  expect(isPaying(fake)).toBe(true)
  expect(fake.state.signedTexts.join()).not.toContain(uuid)
  expect(fake.state.signedTexts[0]).toMatch(/\nNonce: [0-9a-f]{32}\n/)
  expect(fake.wallet.view.getState().challengeNotes.map(({ field }) => field)).toEqual([
    'nonce',
    'issuedAt',
  ])
})

describe('the network and the domain of a sign-in', () => {
  const remote = {
    ...connection,
    id: 'r',
    kind: 'remote' as const,
    baseUrl: 'https://api.example/api/v1',
  }
  const asked = (fake: ReturnType<typeof follow>, host: string) => {
    const { signInChallenge } = fake.wallet.api
    fake.wallet.api.signInChallenge = async (...given) => {
      const answer = await signInChallenge(...given)
      const info = { domain: host, uri: `https://${host}/api/v1/x402/balance/${WALLET}` }
      return 'challenge' in answer ? { challenge: { info } } : answer
    }
  }
  const textFor = async (api: Connection, host: string) => {
    const fake = follow()
    fake.state.connection = api
    asked(fake, host)
    await signIn(fake.wallet)
    return { fake, text: fake.state.signedTexts[0] }
  }

  it('are of the remote API, whatever networks the local service runs', async () => {
    const { text } = await textFor(remote, 'api.example')
    expect(text).toContain(`Chain ID: ${BASE.chainId}\n`)
    expect(text).toContain('api.example wants you to sign in')
    const own = await textFor(connection, new URL(ORIGIN).host)
    expect(own.text).toContain(`Chain ID: ${BASE_SEPOLIA.chainId}\n`)
  })

  it('behind a relay are of the API behind it, once a person agreed to its name', async () => {
    const relayed = { ...connection, upstreamOrigin: 'https://api.example' }
    const before = await textFor(relayed, 'api.example')
    expect(before.text).toBeUndefined()
    expect(before.fake.wallet.view.getState().signInTrouble).toEqual({ kind: 'not agreed' })

    agreeToUpstream(relayed.baseUrl, 'https://api.example')
    const { text } = await textFor(relayed, 'api.example')
    expect(text).toContain('api.example wants you to sign in')
    expect(text).toContain(`URI: https://api.example/api/v1/x402/balance/${WALLET}\n`)

    // Another one behind it is another name to agree to.
    const moved = { ...relayed, upstreamOrigin: 'https://other.example' }
    const after = await textFor(moved, 'other.example')
    expect(after.text).toBeUndefined()
    await refreshBalance(after.fake.wallet)
    expect(after.fake.wallet.view.getState().signInTrouble).toEqual({ kind: 'not agreed' })
    const credential = walletCredential(before.fake.wallet, session, moved)
    await expect(
      credential.authorize(
        { method: 'POST', url: `${moved.baseUrl}/chat/completions` },
        new AbortController().signal,
      ),
    ).rejects.toMatchObject({ kind: 'not_agreed' })
  })
})

it('says why the wallet did not sign, and pays nothing from it', async () => {
  const rejected = Object.assign(new Error('no'), { code: 4001 })
  const fake = follow([{ call: 'wallet.signText', n: 1, how: () => Promise.reject(rejected) }])
  await signIn(fake.wallet)
  expect(fake.wallet.session.getState().unsigned).toBe('rejected')
  expect(fake.wallet.view.getState().signInTrouble).toMatchObject({ failure: { kind: 'declined' } })
  expect(isPaying(fake)).toBe(false)
})

it('is under way once, however often it is pressed', async () => {
  const fake = follow()
  await Promise.all([signIn(fake.wallet), signIn(fake.wallet), refreshBalance(fake.wallet)])
  expect(fake.state.signedTexts).toHaveLength(1)
})

it('reads the credit anew with a signature of its own', async () => {
  const fake = follow()
  await signIn(fake.wallet)
  fake.state.now += 60_000
  await refreshBalance(fake.wallet)
  expect(fake.state.signedTexts).toHaveLength(2)
  expect(fake.wallet.view.getState().balances).toHaveLength(2)
})

describe('the credit that responses tell', () => {
  const heard = (fake: ReturnType<typeof follow>, microUsd: number) => {
    fake.state.now += 1000
    fake.wallet.account.show(microUsd, fake.state.now)
  }

  it('is a reading of the wallet that paid, unless it is no news', async () => {
    const fake = follow()
    await signIn(fake.wallet)
    heard(fake, 4_999_873)
    heard(fake, 4_999_873)
    expect(fake.wallet.view.getState().balances.map(({ microUsd }) => microUsd)).toEqual([
      0, 4_999_873,
    ])
    await settled()
    expect(fake.state.readings.at(-1)).toMatchObject({
      owner,
      source: 'answer',
      microUsd: 4_999_873,
    })
  })

  it('is the last of two that come within one millisecond', async () => {
    const fake = follow()
    await signIn(fake.wallet)
    heard(fake, 9_880_000)
    fake.wallet.account.show(9_840_000, fake.state.now)
    await settled()
    expect(fake.wallet.view.getState().balances.at(-1)).toMatchObject({ microUsd: 9_840_000 })
    expect(fake.state.readings.at(-1)).toMatchObject({ microUsd: 9_840_000 })
  })

  it('is no reading while a key pays', async () => {
    const fake = follow()
    heard(fake, 10_000_000)
    await settled()
    expect(fake.state.readings).toEqual([])
  })

  it('is shown again when the wallet comes back, as it was stored', async () => {
    const fake = follow()
    fake.state.readings.push({ owner, at: 5, microUsd: 7, source: 'answer' })
    fake.wallet.view.setState({ signedIn: owner })
    fake.wallet.session.setState({ session: undefined })
    fake.wallet.view.setState({ signedIn: owner })
    fake.wallet.connections.payWithWallet({
      kind: 'wallet',
      label: 'wallet',
      origin: ORIGIN,
      authorize: () => Promise.resolve([]),
    })
    fake.wallet.view.setState({ signedIn: owner })
    fake.wallet.session.setState({ session })
    await settled()
    expect(isPaying(fake)).toBe(true)
    expect(fake.state.account).toEqual({ balanceMicroUsd: 7, balanceAt: 5 })
  })
})

it('goes back to how it was paid before when another account takes the place', async () => {
  const fake = follow()
  await signIn(fake.wallet)
  fake.wallet.session.setState({ session: { ...session, address: OTHER } })
  await settled()
  expect(isPaying(fake)).toBe(false)
  expect(payingWallet()).toBeUndefined()
  expect(fake.wallet.view.getState()).toMatchObject({
    signedIn: undefined,
    ownerId: `${ORIGIN} ${OTHER}`,
  })
})
