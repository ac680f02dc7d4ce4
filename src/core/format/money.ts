/** An amount of integer micro-USD with every digit that counts: `412` → "$0.000412", `9_990_000` → "$9.99". */
export function formatMicroUsd(micro: number): string {
  const whole = Math.trunc(Math.abs(micro) / 1_000_000)
  const fraction = String(Math.abs(micro) % 1_000_000).padStart(6, '0')
  const digits = fraction.replace(/(?<!0)0+$/, '').padEnd(2, '0')
  return `${micro < 0 ? '−' : ''}$${group(String(whole))}.${digits}`
}

/** What something cost, in micro-USD, in two significant digits and at least cents: `271` → "$0.00027", `4_999_700` → "$5.00". */
export function formatCharge(micro: number): string {
  const usd = Math.abs(micro) / 1_000_000
  const decimals = usd > 0 ? Math.max(2, 1 - Math.floor(Math.log10(usd))) : 2
  return formatUsd((micro / 1_000_000).toFixed(Math.min(decimals, 9)))
}

/**
 * A balance wherever its last digits would be noise, in whole cents and never more than there is: `9_996_891` → "$9.99",
 * `3` → "<$0.01"; from $10,000 on in whole dollars.
 */
export function formatBalance(micro: number): string {
  const cents = Math.floor(micro / 10_000)
  if (cents === 0 && micro > 0) return '<$0.01'
  const text = formatMicroUsd(cents * 10_000)
  return micro < 10_000_000_000 ? text : text.slice(0, -'.00'.length)
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
  const digits = fraction
    .slice(0, 9)
    .replace(/(?<!0)0+$/, '')
    .padEnd(2, '0')
  return `${sign === '-' ? '−' : ''}$${group(whole)}.${digits}`
}

/** Without the exponent that small numbers get, and without the noise of binary fractions. */
function plain(value: number): string {
  return Number.isFinite(value) ? value.toFixed(9) : String(value)
}

function group(whole: string): string {
  const first = whole.length % 3
  const groups = whole.slice(first).match(/\d{3}/g) ?? []
  return (first === 0 ? groups : [whole.slice(0, first), ...groups]).join(',')
}
