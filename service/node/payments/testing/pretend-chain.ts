import type { Facilitator, PaymentTrace } from '../../../app/money/payments/payment-store.ts'

/** Where a run can be stopped for good, as a crash would. */
export type CrashPoint = 'received' | 'verified' | 'submitted' | 'broadcast'

/** A chain that exists in memory and outlives the services that use it. */
export interface PretendChain {
  facilitator: Facilitator
  /** How often a transfer was carried out. */
  readonly transfers: number
  /** From now on, whoever reaches this point never gets further. */
  crashAt(point: CrashPoint | undefined): void
  /** Resolves when somebody was stopped there. */
  crashed(): Promise<void>
  /** Carries a payment out without the facilitator, as an observer could. */
  preempt(payment: Pick<PaymentTrace, 'nonce' | 'amount'>): void
  cancel(nonce: string): void
  /** Answers nothing for a while; call what it gives to go on. */
  pause(): () => void
  /** What the next settlements say instead of doing anything. */
  refuseSettlement(reason: string | undefined): void
}

/** A signature that the chain takes for good. */
export const GOOD_SIGNATURE = `0x${'11'.repeat(65)}`

/** A new chain on which nothing has happened. */
export function createPretendChain(): PretendChain {
  const done = new Map<string, { amount: number; transaction: string }>()
  const cancelled = new Set<string>()
  let point: CrashPoint | undefined
  let refusal: string | undefined
  let transfers = 0
  let gate: Promise<void> = Promise.resolve()
  let seen: () => void = () => undefined
  let crashed = new Promise<void>((resolve) => (seen = resolve))

  const reach = async (at: CrashPoint): Promise<void> => {
    if (point !== at) return
    seen()
    await new Promise<void>(() => undefined)
  }
  const transfer = (nonce: string, amount: number): string => {
    const transaction = `0x${nonce.slice(2).split('').toReversed().join('')}`
    done.set(nonce, { amount, transaction })
    transfers += 1
    return transaction
  }
  const facilitator: Facilitator = {
    verify: async ({ nonce, signed }) => {
      await reach('received')
      if (signed.family !== 'evm' || signed.signature !== GOOD_SIGNATURE)
        return { ok: false, reason: 'invalid_exact_evm_signature' }
      if (done.has(nonce) || cancelled.has(nonce))
        return { ok: false, reason: 'invalid_exact_evm_nonce_already_used' }
      return { ok: true }
    },
    settle: async ({ nonce, amount }, onSubmit) => {
      await reach('verified')
      await onSubmit(undefined)
      await reach('submitted')
      await gate
      if (refusal !== undefined) return { ok: false, reason: refusal }
      if (done.has(nonce)) return { ok: false, reason: 'nonce_already_used' }
      const transaction = transfer(nonce, amount)
      await reach('broadcast')
      return { ok: true, transaction }
    },
    find: ({ nonce, amount }) => {
      const found = done.get(nonce)
      if (cancelled.has(nonce))
        return Promise.resolve({ state: 'dead', reason: 'authorization_canceled' })
      if (found === undefined) return Promise.resolve({ state: 'open' })
      return Promise.resolve(
        found.amount === amount
          ? { state: 'transferred', transaction: found.transaction }
          : { state: 'dead', reason: 'authorization_spent_elsewhere' },
      )
    },
  }
  return {
    facilitator,
    get transfers() {
      return transfers
    },
    crashAt: (at) => {
      point = at
      crashed = new Promise<void>((resolve) => (seen = resolve))
    },
    crashed: () => crashed,
    preempt: ({ nonce, amount }) => void transfer(nonce, amount),
    cancel: (nonce) => void cancelled.add(nonce),
    pause: () => {
      let open: () => void = () => undefined
      gate = new Promise<void>((resolve) => (open = resolve))
      return () => open()
    },
    refuseSettlement: (reason) => {
      refusal = reason
    },
  }
}
