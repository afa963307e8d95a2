"""The only reading and writing of trees and outputs on disk."""
