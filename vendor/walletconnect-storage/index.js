/*
 * Stands in for the storage of WalletConnect, which its core imports whether or not it is given another.
 */

class KeyValueStorage {
  constructor() {
    throw new Error('Give the client a storage.')
  }
}

export { KeyValueStorage as default }
