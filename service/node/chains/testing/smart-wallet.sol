// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// The smallest contract wallet of EIP-1271, with one owner: a payer that is no key pair, for tests.
/// After a change, run: node service/node/chains/evm/contracts/compile-contracts.mjs
contract SmartWallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer =
            ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
