"""What is asked of an executor of this machine, whatever its workers are."""

from abc import abstractmethod
from concurrent.futures import Executor


class LocalExecutor(Executor):
    """An executor whose workers see the disks of this machine, and break off what they do when they are asked."""

    @abstractmethod
    def end(self) -> None:
        """Break off every task, and wait until all workers are gone."""
