/** An amount of integer micro-USD with every digit that counts: `412` → "$0.000412", `9_990_000` → "$9.99". */
export function formatMicroUsd(micro: number): string {
  const whole = Math.trunc(Math.abs(micro) / 1_000_000)
  const fraction = String(Math.abs(micro) % 1_000_000).padStart(6, '0')
  const digits = fraction.replace(/0+$/, '').padEnd(2, '0')
  return `${micro < 0 ? '−' : ''}$${group(String(whole))}.${digits}`
}

/**
 * An amount of USD as the wire has it, a number or a decimal string, with at least two and at most
 * nine decimals: `"9.990000"` → "$9.99". What is not an amount is returned as it is.
 */
export function formatUsd(usd: number | string): string {
  const text = typeof usd === 'number' ? plain(usd) : usd.trim()
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = fraction.slice(0, 9).replace(/0+$/, '').padEnd(2, '0')
  return `${sign === '-' ? '−' : ''}$${group(whole)}.${digits}`
}

/** Without the exponent that small numbers get, and without the noise of binary fractions. */
function plain(value: number): string {
  return Number.isFinite(value) ? value.toFixed(9) : String(value)
}

function group(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',')
}
