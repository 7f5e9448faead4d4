"""A project as one zip of plain files and JSON that outlive this program, and back."""

from .export import export_project
from .exported_file import LIMITS
from .manifest import FORMAT, VERSION
from .reading import ImportedProject, import_project

__all__ = ["FORMAT", "LIMITS", "VERSION", "ImportedProject", "export_project", "import_project"]
