/**
 * Where payments go on the embedded EVM chain: the first 20 bytes of the SHA-256 of
 * "vendor-playground merchant evm". It comes from a hash, so nobody can hold its key.
 */
export const EVM_MERCHANT = '0x023Bd567A9ab6d6CB92cCa1fF4cc49c131502A1b'

/**
 * Where payments go on the embedded Solana chain: the SHA-256 of
 * "vendor-playground merchant solana". It comes from a hash, so nobody can hold its key.
 */
export const SOLANA_MERCHANT = '9ECaLsXJmaQGvZA1Tq7wmGmP417L5NgN9UdgBxcYyryu'
