"""A project as one zip of plain files and JSON that outlive this program, and back."""

from .export import export_project
from .given import LIMITS
from .manifest import FORMAT, VERSION
from .reading import Imported, import_project

__all__ = ["FORMAT", "LIMITS", "VERSION", "Imported", "export_project", "import_project"]
